import { randomBytes } from 'node:crypto'
import { serializeSignedCookie } from 'better-call'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Database, db } from '../../platform/database.server.ts'
import type { AssuranceLevel } from './accounts.ts'
import { auth } from './auth.server.ts'

const LONGEST_USER_AGENT = 500

// Tells scripts of a public page that asking for the session is worth it; it proves nothing and opens nothing.
export const HINT = `signed_in=1; Path=/; SameSite=Lax; Max-Age=${30 * 24 * 3600}`
export const NO_HINT = 'signed_in=; Path=/; SameSite=Lax; Max-Age=0'

/**
 * Begins a session of an account with a secret of its own, in a cookie that scripts cannot read. Undefined if the
 * password that was right is not the account's any more: whoever changes it ends every session, this one too.
 */
export async function createSession(
  { id: userId, passwordHash }: { id: string; passwordHash: string | null },
  from: { userAgent: string | null; ipAddress: string; kind?: 'api' },
): Promise<{ id: string; cookie: string } | undefined> {
  const { sessionConfig } = await (await auth()).$context
  const token = makeSecret()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (id, user_id, token, expires_at, user_agent, ip_address, kind)
    select ${uuidv7()}::uuid, user_id, ${token}, now() + ${sessionConfig.expiresIn} * interval '1 second',
      ${from.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null}, ${from.ipAddress}, ${from.kind ?? 'browser'}
    from accounts
    where user_id = ${userId} and provider_id = 'credential' and password = ${passwordHash}
    for share
    returning id
  `.execute(db)
  const [made] = rows
  return made && { id: made.id, cookie: await toSessionCookie(token) }
}

/**
 * Gives a session a new secret, and with it new cookies: after it was proven more strongly, or its password changed.
 * Whoever knew the old cookie has nothing. Throws when the session has ended meanwhile. Inside a transaction, it is
 * raised exactly when that commits.
 */
export async function renewSession(
  sessionId: string,
  proof: { aal: AssuranceLevel; amr: string[] },
  within: Database = db,
): Promise<string[]> {
  const token = makeSecret()
  await within
    .updateTable('sessions')
    .set({ ...proof, token, authenticatedAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return [await toSessionCookie(token), HINT]
}

/** Ends a session on the server; its cookie opens nothing from then on. Harmless without one. */
export async function endSession(sessionId: string | undefined): Promise<string[]> {
  if (sessionId) await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  return [await toSessionCookie(''), NO_HINT]
}

const makeSecret = () => randomBytes(24).toString('base64url')

async function toSessionCookie(token: string): Promise<string> {
  const { authCookies, secret, sessionConfig } = await (await auth()).$context
  const { name, attributes } = authCookies.sessionToken
  const maxAge = token ? sessionConfig.expiresIn : 0
  return serializeSignedCookie(name, token, secret, { ...attributes, maxAge })
}
