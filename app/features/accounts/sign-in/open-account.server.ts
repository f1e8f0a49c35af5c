import { refuse } from '../../../shared/refusal.ts'
import {
  type SignUpForm,
  signUp,
  signUpFirst,
  startSession,
  type Visitor,
  type WithAccount,
} from './commands.server.ts'
import { sendsMail } from './recovery.server.ts'
import type { SignInRefusal } from './sign-in.ts'

/**
 * Creates an account, and signs it in unless a mail has to confirm its address first: then there are no cookies. Without
 * that mail, an address that already has an account is refused. `first` is the secret of the link to the first account.
 */
export async function openAccount(
  visitor: Visitor,
  { first, ...typed }: SignUpForm & { first: string | null },
  withAccount?: WithAccount,
): Promise<{ ok: true; cookies: string[] | undefined } | SignInRefusal> {
  const made = await (first
    ? signUpFirst(visitor, { ...typed, token: first }, withAccount)
    : signUp(visitor, typed, withAccount))
  if (!made.ok) return made
  if (sendsMail && !first) return { ok: true, cookies: undefined }
  return (await startSession(visitor, made.account)) ?? refuse('address-taken')
}
