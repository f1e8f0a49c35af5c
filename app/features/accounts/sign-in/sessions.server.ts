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

/** The word of a company's provider for a person. */
export interface ProviderWord {
  providerId: string
  issuer: string
  subject: string
  /** That of the person's address. The account of the provider has proven it. */
  domain: string
  /** True if the person has shown a second factor there. */
  hasSecondFactor: boolean
}

/** What a session is begun with. */
export type SessionProof = { id: string } & ({ passwordHash: string | null } | { word: ProviderWord })

/**
 * Begins a session of an account and returns its cookie, which scripts cannot read. Returns undefined if the password
 * hash is no longer the account's: a change of the password ends every session, also this one. A session by the word of a
 * provider acts for the account of the provider. There is none if the person has left it, or is not linked any more, or if
 * the account has another provider or has lost the domain meanwhile.
 */
export async function createSession(
  proof: SessionProof,
  from: { userAgent: string | null; ipAddress: string; kind?: 'api' },
): Promise<{ id: string; cookie: string } | undefined> {
  const token = makeSecret()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (id, token, expires_at, user_agent, ip_address, kind, user_id, account_id, provider_id, aal, amr)
    select ${uuidv7()}::uuid, ${token}, now() + ${SESSION_S} * interval '1 second',
      ${from.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null}, ${from.ipAddress}, ${from.kind ?? 'browser'}, proven.*
    from ${'word' in proof ? provenByWord(proof.id, proof.word) : provenByPassword(proof.id, proof.passwordHash)} as proven
    returning id
  `.execute(db)
  const [made] = rows
  return made && { id: made.id, cookie: toSessionCookie(token) }
}

const provenByPassword = (personId: string, hash: string | null) => sql`(
  select user_id, null::uuid, null::uuid, 'aal1', '{password}'::text[] from accounts
  where user_id = ${personId} and provider_id = 'credential' and password = ${hash}
  for share)`

// A second factor counts only for a person who has one here, too: the level of the session is that of the account. The rows
// are locked. So what ends one of them waits until the session has begun, and then ends the session, too.
const provenByWord = (personId: string, word: ProviderWord) => sql`(
  select members.person_id, nullif(account_id, members.person_id), provider_id,
    case when ${word.hasSecondFactor} and exists (
      select from factors where user_id = members.person_id and status = 'verified') then 'aal2' else 'aal1' end,
    '{sso}'::text[]
  from sign_in_identities as known
    join sign_in_providers as provider on provider.id = provider_id
    join sign_in_domains as proven_domain using (provider_id)
    join members on members.account_id = provider_id and members.person_id = known.person_id
  where members.person_id = ${personId} and provider_id = ${word.providerId} and subject = ${word.subject}
    and issuer = ${word.issuer} and domain = ${word.domain} and proven_at is not null and ended_at is null
  for share)`

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
 * cookies; undefined if the person is not in the account, or if a provider vouched for the person: its word counts for
 * its own account alone.
 */
export async function moveSession(
  sessionId: string,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<string[] | undefined> {
  const token = makeSecret()
  const { rows } = await sql`
    update sessions set token = ${token}, account_id = nullif(stand.account_id, user_id)
    from (
      select account_id from members
      where person_id = ${personId} and account_id::text = ${accountId} and ended_at is null
      for share) as stand
    where sessions.id = ${sessionId} and user_id = ${personId} and provider_id is null
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
