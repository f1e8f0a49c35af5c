import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Database, db } from '../../../platform/store/database.server.ts'
import type { AssuranceLevel } from '../accounts.ts'
import { NO_SIGN_OUT, SESSION_S, toSessionCookie } from './session-cookie.server.ts'

const LONGEST_USER_AGENT = 500

// As long as browsers keep a cookie, so that it outlives each session: without it the user has signed out.
const HINT_ATTRIBUTES = `Path=/; SameSite=Lax; Max-Age=${400 * 24 * 3600}`
/** The cookie that lets scripts of public pages ask for the session. It grants no access. */
export const HINT = `signed_in=1; ${HINT_ATTRIBUTES}`
/** The cookie in place of `HINT` after a session that ended by itself: the browser keeps unsaved texts. */
export const ENDED_HINT = `signed_in=ended; ${HINT_ATTRIBUTES}`
/** Returns the cookie by which other tabs see that the session acts for another account. It grants no access. */
const toAccountHint = (accountId: string) => `acting_for=${accountId}; ${HINT_ATTRIBUTES}`

/** The cookie that removes `HINT`, at a sign-out. */
export const NO_HINT = 'signed_in=; Path=/; SameSite=Lax; Max-Age=0'

/**
 * Begins a session of an account and returns its cookie, which scripts cannot read. Returns undefined if the password
 * hash is no longer the account's: a change of the password ends every session, also this one.
 */
export async function createSession(
  { id: userId, passwordHash }: { id: string; passwordHash: string | null },
  from: { userAgent: string | null; ipAddress: string; kind?: 'api' },
): Promise<{ id: string; cookie: string } | undefined> {
  const token = makeSecret()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (id, user_id, token, expires_at, user_agent, ip_address, kind)
    select ${uuidv7()}::uuid, user_id, ${token}, now() + ${SESSION_S} * interval '1 second',
      ${from.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null}, ${from.ipAddress}, ${from.kind ?? 'browser'}
    from accounts
    where user_id = ${userId} and provider_id = 'credential' and password = ${passwordHash}
    for share
    returning id
  `.execute(db)
  const [made] = rows
  return made && { id: made.id, cookie: toSessionCookie(token) }
}

/**
 * Replaces the secret of a session and returns its new cookies, after a new proof or a new password. The old cookie is
 * invalid then. Throws if the session has ended. `within` a transaction, the new secret is valid once it commits.
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
  return [toSessionCookie(token), HINT]
}

/**
 * Lets a session act for an account of its person, with a new secret. The proof stays as old as it is. Returns the new
 * cookies; undefined if the person is not in the account.
 */
export async function moveSession(
  sessionId: string,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<string[] | undefined> {
  const token = makeSecret()
  const { rows } = await sql`
    update sessions set token = ${token}, account_id = nullif(members.account_id, user_id) from members
    where sessions.id = ${sessionId} and user_id = ${personId} and person_id = user_id
      and members.account_id::text = ${accountId} and ended_at is null
    returning sessions.id
  `.execute(db)
  return rows.length > 0 ? [toSessionCookie(token), HINT, toAccountHint(accountId)] : undefined
}

/** Lets the only session of a new person act for another account from its beginning. */
export async function startFor(accountId: string, personId: string): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where user_id = ${personId}`.execute(db)
}

/** Ends a session on the server and returns the cookies that remove it. Idempotent. */
export async function endSession(sessionId: string | undefined): Promise<string[]> {
  if (sessionId) await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  return [toSessionCookie(''), NO_HINT, NO_SIGN_OUT]
}

const makeSecret = () => randomBytes(24).toString('base64url')
