import { refuse } from '../../../shared/refusal.ts'
import { type Credentials, signUp, startSession, type Visitor, type WithAccount } from './commands.server.ts'
import { sendsMail } from './recovery.server.ts'
import type { SignInRefusal } from './sign-in.ts'

/**
 * Creates an account, and signs it in unless a mail has to confirm its address first: then there are no cookies. Without
 * that mail, an address that already has an account is refused.
 */
export async function openAccount(
  visitor: Visitor,
  typed: Credentials & { name: string },
  withAccount?: WithAccount,
): Promise<{ ok: true; cookies: string[] | undefined } | SignInRefusal> {
  const made = await signUp(visitor, typed, withAccount)
  if (!made.ok) return made
  if (sendsMail) return { ok: true, cookies: undefined }
  return (await startSession(visitor, made.account)) ?? refuse('address-taken')
}
