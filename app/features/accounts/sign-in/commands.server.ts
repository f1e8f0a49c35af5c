import { note } from '../record/commands.server.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { inConstantTime } from '../../../platform/constant-time.server.ts'
import { log } from '../../../platform/log.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages, EVERY_PAGE, write } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { type Operator, parseDisplayName } from '../accounts.ts'
import { findDevice, rememberDevice } from './device.server.ts'
import { countSignIn, countSignUp, limitConfirmation } from './limits.server.ts'
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
import { createSession, endSession, HINT, renewSession } from './sessions.server.ts'
import type { SignInRefusal } from './sign-in.ts'
import { consumeFirstLink, findSignUpRule } from './who-signs-up.server.ts'

export { endLinks } from './mail-links.server.ts'
export { mailLater } from './mail-account.server.ts'
export { composeMail } from './mails.ts'
export { createSession, moveSession, renewSession, startFor } from './sessions.server.ts'
export { findSignUpRule } from './who-signs-up.server.ts'

/** An email address and a password, as the client sent them. */
export interface Credentials {
  email: string
  password: string
}

/** The request of a visitor, with the network address and the session that it came with. */
export interface Visitor {
  request: Request
  clientAddress: string
  session: Session | null
}

/** The fields of the form for signing up. */
export type SignUpForm = Credentials & { name?: string | undefined }

/** Writes something in the transaction that creates an account. */
export type WithAccount = (trx: Transaction, accountId: string) => Promise<void>

/**
 * Creates an account without signing it in: `openAccount` does that where no mail has to confirm the address. An email
 * address that already has an account gets the same answer after the same work; the returned account is then not
 * stored. Without a name, the part of the address before the @ is the display name.
 */
export async function signUp(
  visitor: Pick<Visitor, 'clientAddress'>,
  typed: SignUpForm,
  withAccount?: WithAccount,
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> {
  const rule = await findSignUpRule()
  if (rule !== 'open') return refuse(rule === 'closed' ? 'sign-up-closed' : 'sign-up-invited')
  const checked = await checkSignUpForm(visitor, typed)
  if (!checked.ok) return checked
  const { email, password } = typed
  const account = await inConstantTime(async () => {
    const passwordHash = await hashPassword(password)
    const made = { id: uuidv7(), email, name: checked.name, passwordHash, isConfirmed: false }
    await write(async (trx) => {
      await insertAccount(trx, made)
      await withAccount?.(trx, made.id)
      await mailLater(trx, { wish: 'signed-up', email, accountId: made.id })
    })
    return made
  })
  return { ok: true, account }
}

/** An account that is about to be made with a link. */
interface AccountOfLink {
  id: string
  email: string
  /** Stores the account; false if its address has one already. */
  make: () => Promise<boolean>
}

/**
 * Creates an account with a link that `use` uses up in the same transaction. No password of a stranger gets in: the reader
 * of the link chooses it. Returns the refusal of `use`.
 */
export async function signUpByLink<Refused extends Refusal<string>>(
  visitor: Pick<Visitor, 'clientAddress'>,
  typed: SignUpForm,
  link: {
    isConfirmed: boolean
    use: (trx: Transaction, account: AccountOfLink) => Promise<Refused | undefined>
  },
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal | Refused> {
  const checked = await checkSignUpForm(visitor, typed)
  if (!checked.ok) return checked
  const { email, password } = typed
  const { isConfirmed } = link
  return inConstantTime(async () => {
    const passwordHash = await hashPassword(password)
    const account = { id: uuidv7(), email, name: checked.name, passwordHash, isConfirmed }
    const refused = await write((trx) =>
      link.use(trx, { id: account.id, email, make: () => insertAccount(trx, account) }),
    )
    return refused ?? { ok: true, account }
  })
}

/**
 * Creates the first account, with the link that the server printed. No mail confirms the address: its owner reads what the
 * server prints. Of several at once, one account is made.
 */
export const signUpFirst = (
  visitor: Pick<Visitor, 'clientAddress'>,
  { token, ...typed }: SignUpForm & { token: string },
  withAccount?: WithAccount,
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> =>
  signUpByLink(visitor, typed, {
    isConfirmed: true,
    async use(trx, { id, make }) {
      if (!(await consumeFirstLink(trx, token)) || !(await make())) return refuse('first-link-used')
      await withAccount?.(trx, id)
      return undefined
    },
  })

/** Checks the fields of the form for signing up, and counts the attempt. Returns the display name as it is stored. */
async function checkSignUpForm(
  { clientAddress }: Pick<Visitor, 'clientAddress'>,
  { email, password, name: typedName = '' }: SignUpForm,
): Promise<{ ok: true; name: string } | SignInRefusal> {
  if (!isEmail(email)) return refuse('email-wrong')
  const name = parseDisplayName(typedName)
  if (name === null) return refuse('name-wrong')
  const refused = await refusePassword(password)
  if (refused) return refused
  const waitS = await countSignUp(clientAddress)
  return waitS > 0 ? refuse('too-many-attempts', { waitS }) : { ok: true, name }
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

/** Begins a session. Returns undefined if the password is no longer the account's, or the account is not stored. */
export async function startSession(
  { request, clientAddress, session: previous }: Visitor,
  account: PasswordAccount,
): Promise<{ ok: true; cookies: string[]; isComplete: boolean } | undefined> {
  const userAgent = request.headers.get('user-agent')
  const begun = await createSession(account, { userAgent, ipAddress: clientAddress })
  if (!begun) return undefined
  await endSession(previous?.id)
  const session = await findSessionById(begun.id)
  if (session) await note(db, session.operator, ['signed-in', userAgent])
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

/** Creates a confirmed account for the command line and the demo. Refuses an address that has one already. */
export async function createAccount({
  email,
  password,
}: Credentials): Promise<Refusal<'address-taken'> | undefined> {
  const passwordHash = await hashPassword(password)
  const id = uuidv7()
  await db
    .transaction()
    .execute((trx) => insertAccount(trx, { id, email, name: '', passwordHash, isConfirmed: true }))
  return (await findAccountByEmail(email))?.id === id ? undefined : refuse('address-taken')
}

/** Checks the password of a signed-in account again, before a change that cannot be undone. */
export async function confirmPassword(
  operator: Operator,
  password: string,
): Promise<{ ok: true } | SignInRefusal> {
  const waitS = await consumeRateLimits(limitConfirmation(operator.id))
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

/** Returns the display name of an account that has not chosen one: the part of its address before the @. */
export const toDefaultName = (email: string) => email.split('@')[0] ?? email

/** Returns an address as it is stored and compared: trimmed, in lower case. */
export const toEmail = (typed: string) => typed.trim().toLowerCase()

/** Returns true if a text is an email address of at most 254 characters. */
export const isEmail = (email: string) => email.length <= 254 && z.email().safeParse(email).success

interface NewAccount {
  id: string
  email: string
  /** Empty for that of the address. */
  name: string
  passwordHash: string
  isConfirmed: boolean
}

// Returns false if the address has an account. One statement for both tables, so that a taken email address takes as much time as a new one.
async function insertAccount(trx: Transaction, account: NewAccount): Promise<boolean> {
  const { id, email, name, passwordHash, isConfirmed } = account
  const { rows } = await sql`
    with made as (
      insert into users (id, name, email, email_verified)
      values (${id}, ${name || toDefaultName(email)}, ${email}, ${isConfirmed})
      on conflict do nothing returning id
    )
    insert into accounts (id, user_id, account_id, provider_id, password)
    select ${uuidv7()}::uuid, id, id::text, 'credential', ${passwordHash} from made
    returning id
  `.execute(trx)
  if (!env.SMTP_URL) await sql`select adopt_installation(id) from users where id = ${id}`.execute(trx)
  return rows.length > 0
}
