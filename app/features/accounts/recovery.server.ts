import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { countAttempt } from '../../platform/rate-limits.server.ts'
import { auth } from './auth.server.ts'
import { enter, isEmail, refuse, refuseForNow, type Refusal, type Visitor } from './commands.server.ts'
import { rememberDevice } from './device.server.ts'
import { limitAsking, limitReset } from './limits.server.ts'
import { CONFIRM_LINK, mailLater, RESET_LINK } from './mail-account.server.ts'
import * as messages from './messages.ts'
import { hashPassword, refusePassword } from './password.server.ts'
import type { Credential } from './queries.server.ts'

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
  const saved = await savePassword({ clientAddress }, RESET_LINK, { token, password })
  return saved.ok ? { ok: true, cookies: [await rememberDevice(request, saved.account.email)] } : saved
}

/**
 * Notes that an address belongs to whoever has its mail, and gives its account the password that its reader chose: until
 * then it may have been a stranger's. Signs its reader in. The link works once.
 */
export async function confirmAddress(
  visitor: Visitor,
  wish: { token: string; password: string },
): Promise<{ ok: true; cookies: string[] } | Refusal> {
  const saved = await savePassword(visitor, CONFIRM_LINK, wish)
  if (!saved.ok) return saved
  return (await enter(visitor, saved.account)) ?? refuse(400, messages.linkExpired)
}

/** Whether mails leave at all. */
export const sendsMail = env.SMTP_URL !== undefined

// Who has the link has the mail. The address is proven by it, other links that are on their way end, and so does every
// session; of an address that was not proven yet also what else opens the account, for nobody knows whose that is.
async function savePassword(
  { clientAddress }: Pick<Visitor, 'clientAddress'>,
  link: string,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true; account: Credential } | Refusal> {
  const reason = await refusePassword(password)
  if (reason) return refuse(400, messages.passwordRefusals[reason])
  const waitS = await countAttempt(limitReset(clientAddress))
  if (waitS > 0) return refuseForNow(waitS)
  const passwordHash = await hashPassword(password)
  const { internalAdapter } = await (await auth()).$context
  const found = await internalAdapter.consumeVerificationValue(`${link}${token}`)
  const account = found && (await takeOver(found.value, passwordHash))
  return account ? { ok: true, account } : refuse(400, messages.linkExpired)
}

const takeOver = (userId: string, passwordHash: string): Promise<Credential | undefined> =>
  db.transaction().execute(async (trx) => {
    const users = trx.selectFrom('users').where('id', '=', userId)
    const account = await users.select(['email', 'emailVerified']).forUpdate().executeTakeFirst()
    if (!account) return undefined
    await trx.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
    await trx
      .updateTable('accounts')
      .set({ password: passwordHash })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
    await sql`delete from verifications where value = ${userId}`.execute(trx)
    if (account.emailVerified) await mailLater(trx, { wish: 'password-changed', email: account.email })
    else {
      await trx.deleteFrom('factors').where('userId', '=', userId).execute()
      await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
    }
    return { id: userId, email: account.email, passwordHash, isConfirmed: true }
  })
