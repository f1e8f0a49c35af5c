import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { inEvenTime } from '../../platform/even-time.server.ts'
import { dropPages, EVERY_PAGE, write } from '../../platform/page-drops.server.ts'
import { findDevice, rememberDevice } from './device.server.ts'
import { countSignIn, countSignUp } from './limits.server.ts'
import { mailLater } from './mail-account.server.ts'
import * as messages from './messages.ts'
import { hashPassword, NOBODYS_HASH, refusePassword, verifyPassword } from './password.server.ts'
import { type Credential, findCredential, findSessionById, type Session } from './queries.server.ts'
import { createSession, endSession, HINT } from './sessions.server.ts'

export { changePassword, confirmPassword } from './change-password.server.ts'
export { createSession, renewSession } from './sessions.server.ts'

/** A sentence to refuse with; `waitS` are the seconds after which it would not. */
export interface Refusal {
  ok: false
  status: 400 | 401 | 429
  message: string
  waitS?: number
}

export interface Credentials {
  email: string
  password: string
}

/** Who asks: the request, for its cookies, and the address it came from. */
export interface Visitor {
  request: Request
  clientAddress: string
  session: Session | null
}

/**
 * Makes an account, without signing it in: `enter` does, where no mail has to confirm the address first. An address that
 * has an account already gets the same answer after the same work, with an account that was not made. The name is what
 * stands before the @ until its owner says otherwise.
 */
export async function signUp(
  { clientAddress }: Pick<Visitor, 'clientAddress'>,
  { email, password }: Credentials,
): Promise<{ ok: true; account: Credential } | Refusal> {
  if (env.SIGN_UP === 'closed') return refuse(400, messages.signUpClosed)
  if (!isEmail(email)) return refuse(400, messages.emailWrong)
  const reason = await refusePassword(password)
  if (reason) return refuse(400, messages.passwordRefusals[reason])
  const waitS = await countSignUp(clientAddress)
  if (waitS > 0) return refuseForNow(waitS)
  const account = await inEvenTime(async () => {
    const made = { id: uuidv7(), email, passwordHash: await hashPassword(password), isConfirmed: false }
    await db.transaction().execute(async (trx) => {
      await insertAccount(trx, made)
      await mailLater(trx, { wish: 'signed-up', email, accountId: made.id })
    })
    return made
  })
  return { ok: true, account }
}

/**
 * Signs an account in with a new session; the one that the browser had ends. `isComplete` says whether the session
 * opens the desk or has to be proven by a second factor first.
 */
export async function signIn(
  visitor: Visitor,
  credentials: Credentials,
): Promise<{ ok: true; cookies: string[]; isComplete: boolean } | Refusal> {
  const checked = await checkCredentials(visitor, credentials)
  if (!checked.ok) return checked
  return (await enter(visitor, checked.account)) ?? refuseCredentials()
}

/**
 * The account that an address and a password belong to, within the limits of trying. An address without an account is
 * refused with the same words after the same work.
 */
export async function checkCredentials(
  { request, clientAddress }: Pick<Visitor, 'request' | 'clientAddress'>,
  { email, password }: Credentials,
): Promise<{ ok: true; account: Credential } | Refusal> {
  const deviceId = await findDevice(request, email)
  const waitS = await countSignIn({ email, clientAddress, deviceId })
  if (waitS > 0) return refuseForNow(waitS)
  const { account, isRight } = await inEvenTime(() => checkPassword(email, password))
  const mayEnter = account && isRight && (!env.SMTP_URL || account.isConfirmed)
  return mayEnter ? { ok: true, account } : refuseCredentials()
}

export const refuseCredentials = (): Refusal =>
  refuse(401, env.SMTP_URL ? messages.signInRefusedOrUnconfirmed : messages.signInRefused)

async function checkPassword(
  email: string,
  password: string,
): Promise<{ account: Credential | undefined; isRight: boolean }> {
  const account = await findCredential(email)
  const isRight = await verifyPassword({ hash: account?.passwordHash ?? NOBODYS_HASH, password })
  return { account, isRight }
}

/** Begins a session of an account whose password is right; undefined if it is not, or there is no such account. */
export async function enter(
  { request, clientAddress, session: former }: Visitor,
  account: Credential,
): Promise<{ ok: true; cookies: string[]; isComplete: boolean } | undefined> {
  const userAgent = request.headers.get('user-agent')
  const begun = await createSession(account, { userAgent, ipAddress: clientAddress })
  if (!begun) return undefined
  await endSession(former?.id)
  const session = await findSessionById(begun.id)
  const isComplete = session !== undefined && session.aal === session.nextAal
  const device = await rememberDevice(request, account.email)
  return { ok: true, isComplete, cookies: [begun.cookie, device, ...(isComplete ? [HINT] : [])] }
}

/** Ends the session on the server; asking again, or without one, is fine. Returns the cookies that say so. */
export const signOut = ({ session }: Pick<Visitor, 'session'>): Promise<string[]> => endSession(session?.id)

/** Makes an account without asking anybody, for the command line and the demo. False if the address has one. */
export async function createAccount({ email, password }: Credentials): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  const id = uuidv7()
  await db.transaction().execute((trx) => insertAccount(trx, { id, email, passwordHash, isConfirmed: true }))
  return (await findCredential(email))?.id === id
}

/**
 * Makes an account the owner of the main site, whose settings its pages show; if it was about to be deleted, it stays.
 * False if there is none with this address.
 */
export async function makeOwner(email: string): Promise<boolean> {
  const account = await findCredential(email)
  if (!account) return false
  await write(async (trx) => {
    await trx.updateTable('installation').set({ ownerId: account.id }).execute()
    await trx.updateTable('users').set({ deletionDueAt: null }).where('id', '=', account.id).execute()
    await dropPages(trx, [EVERY_PAGE])
  })
  return true
}

/** An address as it is stored and compared: without case. */
export const toEmail = (typed: string) => typed.trim().toLowerCase()

export const isEmail = (email: string) => email.length <= 254 && z.email().safeParse(email).success

export const refuse = (status: 400 | 401, message: string): Refusal => ({ ok: false, status, message })

export const refuseForNow = (waitS: number): Refusal => ({
  ok: false,
  status: 429,
  message: messages.tooManyAttempts(waitS),
  waitS,
})

interface NewAccount {
  id: string
  email: string
  passwordHash: string
  isConfirmed: boolean
}

// One statement for both: an address that is taken costs as much as a new one.
async function insertAccount(trx: Transaction, account: NewAccount): Promise<void> {
  const { id, email, passwordHash, isConfirmed } = account
  await sql`
    with made as (
      insert into users (id, name, email, email_verified)
      values (${id}, ${email.split('@')[0]}, ${email}, ${isConfirmed})
      on conflict do nothing returning id
    )
    insert into accounts (id, user_id, account_id, provider_id, password)
    select ${uuidv7()}::uuid, id, id::text, 'credential', ${passwordHash} from made
  `.execute(trx)
  if (!env.SMTP_URL) await sql`select adopt_installation(id) from users where id = ${id}`.execute(trx)
}
