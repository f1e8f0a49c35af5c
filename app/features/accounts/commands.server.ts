import { randomBytes } from 'node:crypto'
import { serializeSignedCookie } from 'better-call'
import { sql } from 'kysely'
import { type Database, db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import type { AssuranceLevel } from './accounts.ts'
import { auth, CLIENT_ADDRESS_HEADER } from './auth.server.ts'
import { tooManyAttempts } from './messages.ts'

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
 * Whoever knew the old cookie has nothing. Throws when the session has ended meanwhile. Inside a transaction, it is
 * raised exactly when that commits.
 */
export async function renewSession(
  sessionId: string,
  proof: { aal: AssuranceLevel; amr: string[] },
  within: Database = db,
): Promise<string[]> {
  const token = randomBytes(24).toString('base64url')
  await within
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

/** Makes an account without a session, for the command line and the demo. */
export async function createAccount(credentials: Credentials): Promise<void> {
  await auth().api.signUpEmail({ body: { ...credentials, name: credentials.email.split('@')[0] ?? '' } })
}
