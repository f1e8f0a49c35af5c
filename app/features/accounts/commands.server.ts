import { randomBytes } from 'node:crypto'
import { serializeSignedCookie } from 'better-call'
import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { type AssuranceLevel, type Operator, PASSWORD_LENGTH } from './accounts.ts'
import { auth, CLIENT_ADDRESS_HEADER } from './auth.server.ts'
import { tooManyAttempts } from './messages.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import type { Session } from './queries.server.ts'

/** The outcome of `/auth`: cookies to set, or the sentence the server refuses with. */
export type AuthOutcome = { ok: true; cookies: string[] } | { ok: false; status: number; message: string }

// Tells scripts of a public page that asking for the session is worth it; it proves nothing and opens nothing.
const HINT = `signed_in=1; Path=/; SameSite=Lax; Max-Age=${30 * 24 * 3600}`
const NO_HINT = 'signed_in=; Path=/; SameSite=Lax; Max-Age=0'

export interface Credentials {
  email: string
  password: string
}

/** Makes an account and signs it in. The name is what stands before the @ until its owner says otherwise. */
export function signUp(
  request: Request,
  clientAddress: string,
  { email, password }: Credentials,
): Promise<AuthOutcome> {
  return ask({
    request,
    clientAddress,
    path: '/sign-up/email',
    body: { email, password, name: email.split('@')[0] },
  })
}

/** Signs an account in: a new session, in a cookie that scripts cannot read. */
export function signIn(
  request: Request,
  clientAddress: string,
  credentials: Credentials,
): Promise<AuthOutcome> {
  return ask({ request, clientAddress, path: '/sign-in/email', body: credentials })
}

/** Ends the session on the server; asking again, or without a session, is fine. */
export async function signOut(request: Request, clientAddress: string): Promise<string[]> {
  const outcome = await ask({ request, clientAddress, path: '/sign-out', body: {} })
  return [
    ...(outcome.ok ? outcome.cookies.filter((cookie) => !cookie.startsWith('signed_in=')) : []),
    NO_HINT,
  ]
}

interface Question {
  request: Request
  clientAddress: string
  path: string
  body: object
}

// Through Better Auth's own handler rather than its server calls, so that its limits hold. Cross-site requests were
// refused before they came here; the origin it is shown is therefore ours.
async function ask({ request, clientAddress, path, body }: Question): Promise<AuthOutcome> {
  const headers = new Headers({ 'content-type': 'application/json', origin: env.SITE_URL })
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress)
  for (const name of ['cookie', 'user-agent']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  const url = `${env.SITE_URL}/api/auth${path}`
  const response = await auth().handler(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  if (response.ok) return { ok: true, cookies: [...response.headers.getSetCookie(), HINT] }
  return { ok: false, status: response.status, message: await readMessage(response) }
}

async function readMessage(response: Response): Promise<string> {
  if (response.status === 429) return tooManyAttempts
  const problem = (await response.json().catch(() => ({}))) as { message?: string }
  return problem.message ?? 'The server refused without a reason.'
}

/**
 * Gives a session a new secret, and with it a new cookie: after it was proven more strongly, or its password changed.
 * Whoever knew the old cookie has nothing. Throws when the session has ended meanwhile.
 */
export async function renewSession(
  sessionId: string,
  proof: { aal: AssuranceLevel; amr: string[] },
): Promise<string[]> {
  const token = randomBytes(24).toString('base64url')
  await db
    .updateTable('sessions')
    .set({ ...proof, token, authenticatedAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { authCookies, secret, sessionConfig } = await auth().$context
  const { name, attributes } = authCookies.sessionToken
  const options = { ...attributes, maxAge: sessionConfig.expiresIn }
  return [await serializeSignedCookie(name, token, secret, options)]
}

/** Asks again for the password of an account that is signed in, before what cannot be taken back. */
export async function confirmPassword(
  operator: Operator,
  password: string,
): Promise<{ ok: true } | { ok: false; reason: 'password-wrong' }> {
  const row = await findPassword(operator)
  const isRight = await verifyPassword({ hash: row.password ?? '', password })
  return isRight ? { ok: true } : { ok: false, reason: 'password-wrong' }
}

/**
 * Gives an account another password. Every other session and access token of it ends with the old one, and this session
 * gets a new cookie.
 */
export async function changePassword(
  session: Session,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'password-wrong' | 'password-short' | 'password-long' }
> {
  if (newPassword.length < PASSWORD_LENGTH.min) return { ok: false, reason: 'password-short' }
  if (newPassword.length > PASSWORD_LENGTH.max) return { ok: false, reason: 'password-long' }
  const confirmed = await confirmPassword(session.operator, password)
  if (!confirmed.ok) return confirmed
  const hash = await hashPassword(newPassword)
  await writeAs(session.operator, async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ password: hash, updatedAt: sql<Date>`now()` })
      .where(isOwn(session.operator, 'userId'))
      .where('providerId', '=', 'credential')
      .execute()
    await trx
      .deleteFrom('sessions')
      .where(isOwn(session.operator, 'userId'))
      .where('id', '!=', session.id)
      .execute()
  })
  log.info({ account: session.operator.id }, 'account.password_changed')
  return { ok: true, cookies: await renewSession(session.id, { aal: session.aal, amr: session.amr }) }
}

const findPassword = (operator: Operator) =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('accounts')
      .select('password')
      .where(isOwn(operator, 'userId'))
      .where('providerId', '=', 'credential')
      .executeTakeFirstOrThrow(),
  )

/** Makes an account without a session, for the command line and the demo. */
export async function createAccount(credentials: Credentials): Promise<void> {
  await auth().api.signUpEmail({ body: { ...credentials, name: credentials.email.split('@')[0] ?? '' } })
}
