import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { inConstantTime } from '../../../platform/constant-time.server.ts'
import { log } from '../../../platform/log.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages, EVERY_PAGE, write } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { type Operator, toPersonId } from '../accounts.ts'
import { note } from '../record/commands.server.ts'
import { findDevice, rememberDevice } from './device.server.ts'
import { countSignIn, limitConfirmation } from './limits.server.ts'
import { mailLater } from './mail-account.server.ts'
import { endLinks } from './mail-links.server.ts'
import { hashPassword, DUMMY_HASH, refusePassword, verifyPassword } from './password.server.ts'
import {
  type PasswordAccount,
  findAccountByEmail,
  findSession,
  findSessionById,
  type Session,
} from './queries.server.ts'
import { isSigningOut } from './session-cookie.server.ts'
import { createSession, endSession, HINT, renewSession, type SessionProof } from './sessions.server.ts'
import type { SignInRefusal } from './sign-in.ts'
import type { Credentials } from './sign-up.server.ts'

export { endLinks } from './mail-links.server.ts'
export { mailLater } from './mail-account.server.ts'
export { composeMail } from './mails.ts'
export { createSession, moveSession, type ProviderWord, renewSession, startFor } from './sessions.server.ts'
export {
  createAccount,
  type Credentials,
  isEmail,
  signUp,
  signUpByLink,
  signUpFirst,
  type SignUpForm,
  insertAccount,
  toDefaultName,
  toEmail,
  type WithAccount,
} from './sign-up.server.ts'
export { findSignUpRule } from './who-signs-up.server.ts'

/** The request of a visitor, with the network address and the session that it came with. */
export interface Visitor {
  request: Request
  clientAddress: string
  session: Session | null
}

/**
 * Signs an account in with a new session and ends the browser's former one. `isComplete` says whether the session opens
 * the desk or needs a second factor first.
 */
export async function signIn(
  visitor: Visitor,
  credentials: Credentials,
): Promise<{ ok: true; cookies: string[]; isComplete: boolean } | SignInRefusal> {
  const checked = await checkCredentials(visitor, credentials)
  if (!checked.ok) return checked
  return (await startSession(visitor, checked.account)) ?? refuseCredentials()
}

/**
 * Returns the account of an address and a password, within the limits of attempts. An address without an account is
 * refused with the same words after the same work.
 */
export async function checkCredentials(
  { request, clientAddress }: Pick<Visitor, 'request' | 'clientAddress'>,
  { email, password }: Credentials,
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> {
  const deviceId = await findDevice(request, email)
  const waitS = await countSignIn({ email, clientAddress, deviceId })
  if (waitS > 0) return refuse('too-many-attempts', { waitS })
  const { account, isRight } = await inConstantTime(() => checkPassword(email, password))
  const mayEnter = account && isRight && (!env.SMTP_URL || account.isConfirmed)
  return mayEnter ? { ok: true, account } : refuseCredentials()
}

/** Returns the refusal of an e-mail address and a password. The sentence does not say which of the two is wrong. */
export const refuseCredentials = () =>
  refuse(env.SMTP_URL ? 'credentials-wrong-or-unconfirmed' : 'credentials-wrong')

async function checkPassword(
  email: string,
  password: string,
): Promise<{ account: PasswordAccount | undefined; isRight: boolean }> {
  const account = await findAccountByEmail(email)
  const isRight = await verifyPassword({ hash: account?.passwordHash ?? DUMMY_HASH, password })
  return { account, isRight }
}

/**
 * Begins a session. Returns undefined if the password is no longer the account's, or the account is not stored; and if the
 * provider may not speak for the person any more.
 */
export async function startSession(
  { request, clientAddress, session: previous }: Visitor,
  account: SessionProof & { email: string },
): Promise<{ ok: true; cookies: string[]; isComplete: boolean } | undefined> {
  const userAgent = request.headers.get('user-agent')
  const begun = await createSession(account, { userAgent, ipAddress: clientAddress })
  if (!begun) return undefined
  await endSession(previous?.id)
  const session = await findSessionById(begun.id)
  if (session?.isByProvider) await note(db, session.acting, ['signed-in-by-provider', userAgent])
  else if (session) await note(db, session.operator, ['signed-in', userAgent])
  const isComplete = session !== undefined && session.aal === session.nextAal
  const device = await rememberDevice(request, account.email)
  return { ok: true, isComplete, cookies: [begun.cookie, device, ...(isComplete ? [HINT] : [])] }
}

/** Ends the session on the server; idempotent. Returns the cookies that remove it. */
export const signOut = ({ session }: Pick<Visitor, 'session'>): Promise<string[]> => endSession(session?.id)

/**
 * Ends the session of a request whose browser has signed out without a response. Returns the cookies that remove it,
 * and undefined for all other requests.
 */
export const finishSignOut = async (request: Request): Promise<string[] | undefined> =>
  isSigningOut(request) ? endSession((await findSession(request))?.session.id) : undefined

/** Checks the password of a signed-in account again, before a change that cannot be undone. */
export async function confirmPassword(
  operator: Operator,
  password: string,
): Promise<{ ok: true } | SignInRefusal> {
  const waitS = await consumeRateLimits(limitConfirmation(toPersonId(operator)))
  if (waitS > 0) return refuse('too-many-attempts', { waitS })
  const { isRight } = await checkPassword(operator.email, password)
  return isRight ? { ok: true } : refuse('password-wrong')
}

/**
 * Sets a new password. All other sessions, access tokens and mailed links of the account end. This session gets a new
 * cookie, and a mail informs the owner.
 */
export async function changePassword(
  session: Session,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<{ ok: true; cookies: string[] } | SignInRefusal> {
  const { operator, id, aal, amr } = session
  const refused = await refusePassword(newPassword)
  if (refused) return refused
  const confirmed = await confirmPassword(operator, password)
  if (!confirmed.ok) return confirmed
  const hash = await hashPassword(newPassword)
  await writeAs(operator, async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ password: hash, updatedAt: sql<Date>`now()` })
      .where(isOwn(operator, 'userId'))
      .where('providerId', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where(isOwn(operator, 'userId')).where('id', '!=', id).execute()
    await asInstallation(trx, () => endLinks(trx, operator.id))
    await mailLater(trx, { wish: 'password-changed', email: operator.email })
    await note(trx, operator, ['password-changed'])
  })
  log.info({ account: operator.id }, 'account.password_changed')
  return { ok: true, cookies: await renewSession(id, { aal, amr }) }
}

/**
 * Makes an account the owner of the main site and cancels its deletion. Invalidates every page, because pages show the
 * owner's settings. Returns false if no account has this address.
 */
export async function makeOwner(email: string): Promise<boolean> {
  const account = await findAccountByEmail(email)
  if (!account) return false
  await write(async (trx) => {
    await trx.updateTable('installation').set({ ownerId: account.id }).execute()
    await trx.updateTable('users').set({ deletionDueAt: null }).where('id', '=', account.id).execute()
    await invalidatePages(trx, [EVERY_PAGE])
  })
  return true
}
