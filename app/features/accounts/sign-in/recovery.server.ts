import { type Transaction, transact } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { startSession, isEmail, toDefaultName, type Visitor } from './commands.server.ts'
import { rememberDevice } from './device.server.ts'
import { limitAsking, limitReset } from './limits.server.ts'
import { mailLater } from './mail-account.server.ts'
import { consumeLink, endLinks, type LinkKind } from './mail-links.server.ts'
import { hashPassword, refusePassword, verifyPassword } from './password.server.ts'
import type { PasswordAccount } from './queries.server.ts'
import type { SignInRefusal } from './sign-in.ts'

/** Enqueues the mail that leads to a new password or confirms an email address. It does not look for an account. */
export async function askForMail(
  wish: 'reset' | 'confirm',
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<{ ok: true } | SignInRefusal> {
  if (!isEmail(email)) return refuse(email ? 'email-wrong' : 'email-missing')
  const waitS = await consumeRateLimits(limitAsking(clientAddress))
  if (waitS > 0) return refuse('too-many-attempts', { waitS })
  await transact((trx) => mailLater(trx, { wish, email }))
  return { ok: true }
}

/**
 * Sets the password of the account that a mailed link belongs to. The link works once, all sessions of the account end,
 * and no session begins. Returns the cookie of a known device: its attempts are counted apart from those of strangers.
 */
export async function resetPassword(
  { request, clientAddress }: Pick<Visitor, 'request' | 'clientAddress'>,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true; cookies: string[] } | SignInRefusal> {
  const saved = await savePassword({ clientAddress }, 'reset-password', { token, password })
  return saved.ok ? { ok: true, cookies: [await rememberDevice(request, saved.account.email)] } : saved
}

/**
 * Confirms the email address of a mailed link, sets the password that its reader chose, and signs the reader in. The
 * password from signing up may be a stranger's. The link works once.
 */
export async function confirmAddress(
  visitor: Visitor,
  wish: { token: string; password: string },
): Promise<{ ok: true; cookies: string[] } | SignInRefusal> {
  const saved = await savePassword(visitor, 'confirm-address', wish)
  if (!saved.ok) return saved
  return (await startSession(visitor, saved.account)) ?? refuse('link-expired')
}

/** True if a mail server is configured. */
export const sendsMail = env.SMTP_URL !== undefined

// The link proves the email address. All sessions and all other links of the account end. If the address was not
// confirmed before, its factors, recovery codes and display name are deleted. A stranger may have set them up.
async function savePassword(
  { clientAddress }: Pick<Visitor, 'clientAddress'>,
  kind: LinkKind,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> {
  const refused = await refusePassword(password)
  if (refused) return refused
  const waitS = await consumeRateLimits(limitReset(clientAddress))
  if (waitS > 0) return refuse('too-many-attempts', { waitS })
  const passwordHash = await hashPassword(password)
  const account = await takeOver({ kind, token }, { password, passwordHash })
  return account ? { ok: true, account } : refuse('link-expired')
}

const takeOver = (
  link: { kind: LinkKind; token: string },
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<PasswordAccount | undefined> =>
  transact(async (trx) => {
    const userId = await consumeLink(trx, link)
    if (userId === undefined) return undefined
    const users = trx.selectFrom('users').where('id', '=', userId)
    const account = await users.select(['email', 'emailVerified']).forUpdate().executeTakeFirst()
    if (!account) return undefined
    await trx.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
    if (!account.emailVerified) await forgetStranger(trx, { id: userId, email: account.email }, password)
    await trx
      .updateTable('accounts')
      .set({ password: passwordHash })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
    await endLinks(trx, userId)
    if (account.emailVerified) await mailLater(trx, { wish: 'password-changed', email: account.email })
    return { id: userId, email: account.email, passwordHash, isConfirmed: true }
  })

// Deletes the factors, recovery codes and display name that a stranger may have set up. A user who types the password
// from signing up keeps the name.
async function forgetStranger(
  trx: Transaction,
  { id, email }: { id: string; email: string },
  password: string,
): Promise<void> {
  await trx.deleteFrom('factors').where('userId', '=', id).execute()
  await trx.deleteFrom('recoveryCodes').where('userId', '=', id).execute()
  const before = await trx
    .selectFrom('accounts')
    .select('password as hash')
    .where('userId', '=', id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (before?.hash && (await verifyPassword({ hash: before.hash, password }))) return
  await trx
    .updateTable('users')
    .set({ name: toDefaultName(email) })
    .where('id', '=', id)
    .execute()
}
