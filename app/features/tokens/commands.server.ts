import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { db } from '../../platform/database.server.ts'
import { asInstallation, isOwn, writeAs } from '../../platform/own-rows.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import {
  checkCredentials,
  createSession,
  type Credentials,
  refuseCredentials,
  type Refusal,
  toEmail,
} from '../accounts/commands.server.ts'
import { findSessionById, type Session } from '../accounts/queries.server.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.server.ts'
import { apiSessionEnd, beginRefreshTokens, exchangeRefreshToken } from './refresh-tokens.server.ts'
import { API_SESSIONS_LIMIT, type RefreshRefusal, type TokenPair } from './tokens.ts'

/** A session with the tokens that speak for it. */
export interface SignedIn {
  session: Session
  tokens: TokenPair
}

/** Signs a client in by password, within the limits of `/auth`: with a session of the API, which no cookie opens. */
export async function signInClient(
  request: Request,
  clientAddress: string,
  credentials: Credentials,
): Promise<({ ok: true } & SignedIn) | Refusal> {
  const { email, password } = credentials
  const checked = await checkCredentials({ request, clientAddress }, { email: toEmail(email), password })
  if (!checked.ok) return checked
  const userAgent = request.headers.get('user-agent')
  const begun = await createSession(checked.account, { userAgent, ipAddress: clientAddress, kind: 'api' })
  if (!begun) return refuseCredentials()
  const { id } = begun
  const refreshToken = await write(async (trx) => {
    await trx.updateTable('sessions').set({ expiresAt: apiSessionEnd }).where('id', '=', id).execute()
    return beginRefreshTokens(trx, id)
  })
  return { ok: true, ...(await signNow(id, refreshToken)) }
}

/** New tokens for a refresh token, which is worth nothing afterwards. */
export async function refreshClient(
  refreshToken: string,
): Promise<({ ok: true } & SignedIn) | { ok: false; reason: RefreshRefusal }> {
  const exchanged = await write((trx) => exchangeRefreshToken(trx, refreshToken))
  if (!exchanged.ok) return exchanged
  const session = await findSessionById(exchanged.sessionId)
  if (!session) return { ok: false, reason: 'unknown' }
  return { ok: true, ...(await toSignedIn(session, exchanged.refreshToken)) }
}

/**
 * New tokens for a session that was just proven more strongly; the refresh tokens from before are worth nothing then.
 * Throws when it has ended meanwhile.
 */
export async function renewClient(sessionId: string): Promise<SignedIn> {
  return signNow(sessionId, await write((trx) => beginRefreshTokens(trx, sessionId)))
}

async function signNow(sessionId: string, refreshToken: string): Promise<SignedIn> {
  const session = await findSessionById(sessionId)
  if (!session) throw new Error('The session has ended.')
  return toSignedIn(session, refreshToken)
}

/** Ends the session of an access token, which may have expired; anything else ends nothing. */
export async function signOutClient(accessToken: string): Promise<void> {
  const verified = await verifyAccessToken(accessToken, { allowExpired: true })
  if (!verified.ok) return
  const { sub, session_id: id } = verified.claims
  await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', sub).execute()
}

/**
 * Makes a session for an API client of the operator's, proven as far as the one that asks, and gives its first refresh
 * token: the only time that anybody sees it. At most 20 at a time.
 */
export async function createApiSession(
  { id, operator, isFresh }: Session,
  name: string,
): Promise<{ ok: true; refreshToken: string } | { ok: false; reason: 'too-many' | 'not-fresh' }> {
  if (!isFresh) return { ok: false, reason: 'not-fresh' }
  return writeAs(operator, async (trx) => {
    await trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()
    const own = await trx
      .selectFrom('sessions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'api')
      .where('name', 'is not', null)
      .executeTakeFirstOrThrow()
    if (own.count >= API_SESSIONS_LIMIT) return { ok: false, reason: 'too-many' }
    const made = { id: uuidv7(), token: makeDeadToken() }
    await sql`
      insert into sessions (id, user_id, token, expires_at, kind, name, aal, amr, authenticated_at)
      select ${made.id}, user_id, ${made.token}, ${apiSessionEnd}, 'api', ${name}, aal, amr, authenticated_at
      from sessions where id = ${id} and ${isOwn(operator, 'userId')}
    `.execute(trx)
    return { ok: true, refreshToken: await asInstallation(trx, () => beginRefreshTokens(trx, made.id)) }
  })
}

/** Ends one of the operator's API sessions; its tokens are refused from now on. One that is not theirs stays. */
export async function endApiSession(operator: Operator, id: string): Promise<void> {
  if (!isUuid(id)) return
  await writeAs(operator, (trx) =>
    trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'api')
      .execute(),
  )
}

// A session has a secret for its cookie; nobody ever sees the one of a client.
const makeDeadToken = () => randomBytes(24).toString('base64url')

async function toSignedIn(session: Session, refreshToken: string): Promise<SignedIn> {
  return { session, tokens: { refreshToken, ...(await signAccessToken(session)) } }
}
