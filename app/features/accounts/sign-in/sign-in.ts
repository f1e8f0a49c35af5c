import type { Refusal } from '../../../shared/refusal.ts'
import { passwordRefusals, signInRefusals, tooManyAttempts } from './messages.ts'

/** Who may make an account: every visitor, only people with an invitation, or nobody but the command line. */
export type SignUpRule = 'open' | 'invited' | 'closed'

/** A field of the forms for signing in and signing up. */
export type CredentialField = 'email' | 'password' | 'name' | 'paper'

/** The refusal of a new password. */
export type PasswordRefusal = Refusal<keyof typeof passwordRefusals>

/** A refusal of signing in or up, or of a password. `waitS` is the number of seconds to wait before the next attempt. */
export type SignInRefusal =
  | PasswordRefusal
  | Refusal<keyof typeof signInRefusals>
  | Refusal<'too-many-attempts', { waitS: number }>

const FIELDS: Partial<Record<SignInRefusal['reason'], CredentialField>> = {
  'credentials-missing': 'email',
  'password-missing': 'password',
  'email-missing': 'email',
  'email-wrong': 'email',
  'name-wrong': 'name',
  'paper-wrong': 'paper',
  'address-taken': 'email',
  'credentials-wrong': 'password',
  'credentials-wrong-or-unconfirmed': 'password',
  'too-short': 'password',
  'too-long': 'password',
  'too-common': 'password',
}

/** Returns the sentence of a refusal. */
export function toSignInSentence(refused: SignInRefusal): string {
  if (refused.reason === 'too-many-attempts') return tooManyAttempts(refused.waitS)
  return { ...passwordRefusals, ...signInRefusals }[refused.reason]
}

/** Returns the answer to a refused request: its sentence, the field that it is about, and its HTTP status. */
export function toSignInAnswer(refused: SignInRefusal) {
  const answer = { message: toSignInSentence(refused), field: FIELDS[refused.reason] }
  if (refused.reason === 'too-many-attempts') return { ...answer, status: 429, waitS: refused.waitS } as const
  const isUnknown =
    refused.reason === 'credentials-wrong' || refused.reason === 'credentials-wrong-or-unconfirmed'
  return { ...answer, status: isUnknown ? 401 : 400, waitS: undefined } as const
}
