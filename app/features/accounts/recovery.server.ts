import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { countAttempt } from '../../platform/rate-limits.server.ts'
import { auth } from './auth.server.ts'
import { isEmail, refuse, refuseForNow, type Refusal, type Visitor } from './commands.server.ts'
import { rememberDevice } from './device.server.ts'
import { limitAsking, limitReset } from './limits.server.ts'
import { mailLater, RESET_LINK } from './mail-account.server.ts'
import * as messages from './messages.ts'
import { hashPassword, refusePassword } from './password.server.ts'

/** Orders the mail that leads to a new password, or the one that confirms an address; whose, nobody looks here. */
export async function askForMail(
  wish: 'reset' | 'confirm',
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<{ ok: true } | Refusal> {
  if (!isEmail(email)) return refuse(400, email ? messages.emailWrong : messages.emailRequired)
  const waitS = await countAttempt(limitAsking(clientAddress))
  if (waitS > 0) return refuseForNow(waitS)
  await db.transaction().execute((trx) => mailLater(trx, { wish, email }))
  return { ok: true }
}

/**
 * Gives the account that a mailed link is for a new password. The link works once, all sessions of the account end, and
 * nobody is signed in by it. Returns cookies by which the device is known from then on: its owner gets in, whatever
 * strangers have tried meanwhile.
 */
export async function resetPassword(
  { request, clientAddress }: Pick<Visitor, 'request' | 'clientAddress'>,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true; cookies: string[] } | Refusal> {
  const reason = await refusePassword(password)
  if (reason) return refuse(400, messages.passwordRefusals[reason])
  const waitS = await countAttempt(limitReset(clientAddress))
  if (waitS > 0) return refuseForNow(waitS)
  const passwordHash = await hashPassword(password)
  const { internalAdapter } = await (await auth()).$context
  const link = await internalAdapter.consumeVerificationValue(`${RESET_LINK}${token}`)
  const email = link && (await savePassword(link.value, passwordHash))
  return email
    ? { ok: true, cookies: [await rememberDevice(request, email)] }
    : refuse(400, messages.linkExpired)
}

/** Notes that an address belongs to whoever has its mail. Harmless to repeat. */
export async function confirmAddress(token: string): Promise<{ ok: true } | Refusal> {
  try {
    const { api } = await auth()
    await api.verifyEmail({ query: { token } })
    return { ok: true }
  } catch (error) {
    const { isAPIError } = await import('better-auth/api')
    if (!isAPIError(error)) throw error
    return refuse(400, messages.linkExpired)
  }
}

/** Whether mails leave at all. */
export const sendsMail = env.SMTP_URL !== undefined

// Who has the link has the mail: the address is proven too, and other links that are on their way end.
const savePassword = (userId: string, password: string): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const account = await trx
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirst()
    if (!account) return undefined
    await trx
      .updateTable('accounts')
      .set({ password })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
    await sql`delete from verifications where value = ${userId}`.execute(trx)
    await mailLater(trx, { wish: 'password-changed', email: account.email })
    return account.email
  })
