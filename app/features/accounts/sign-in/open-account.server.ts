import {
  type Credentials,
  type Refusal,
  refuse,
  signUp,
  startSession,
  type Visitor,
} from './commands.server.ts'
import { addressTaken } from './messages.ts'
import { sendsMail } from './recovery.server.ts'

/**
 * Creates an account, and signs it in unless a mail has to confirm its address first: then there are no cookies. Without
 * that mail, an address that already has an account is refused.
 */
export async function openAccount(
  visitor: Visitor,
  typed: Credentials & { name: string },
): Promise<{ ok: true; cookies: string[] | undefined } | Refusal> {
  const made = await signUp(visitor, typed)
  if (!made.ok) return made
  if (sendsMail) return { ok: true, cookies: undefined }
  return (await startSession(visitor, made.account)) ?? refuse(400, addressTaken, 'email')
}
