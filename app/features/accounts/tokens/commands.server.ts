import { validate as isUuid } from 'uuid'
import { db } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../accounts.ts'
import {
  checkCredentials,
  createSession,
  type Credentials,
  refuseCredentials,
  toEmail,
} from '../sign-in/commands.server.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import type { SignInRefusal } from '../sign-in/sign-in.ts'
import { note } from '../record/commands.server.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.server.ts'
import { apiSessionEnd, beginRefreshTokens, exchangeRefreshToken } from './refresh-tokens.server.ts'
import { isUnused } from './queries.server.ts'
import { insertApiSession, isRoomForClient } from './api-sessions.server.ts'
import type { NewAccess, RefreshRefusal, TokenPair } from './tokens.ts'

/** A session with its tokens. */
export interface SignedIn {
  session: Session
  tokens: TokenPair
}

/** Signs a client in by password, within the limits of `/auth`. No cookie opens its session. */
export async function signInClient(
  request: Request,
  clientAddress: string,
  credentials: Credentials,
): Promise<({ ok: true } & SignedIn) | SignInRefusal> {
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
  const signedIn = await findAndSign(id, refreshToken)
  await note(db, signedIn.session.operator, ['signed-in', userAgent])
  return { ok: true, ...signedIn }
}

/** Exchanges a refresh token for new tokens; it is invalid afterwards. */
export async function refreshClient(
  refreshToken: string,
): Promise<({ ok: true } & SignedIn) | Refusal<RefreshRefusal>> {
  const exchanged = await write((trx) => exchangeRefreshToken(trx, refreshToken))
  if (!exchanged.ok) return exchanged
  const session = await findSessionById(exchanged.sessionId)
  if (!session) return refuse('unknown')
  return { ok: true, ...(await signFor(session, exchanged.refreshToken)) }
}

/**
 * Returns new tokens for a session that was just raised to aal2. Its former refresh tokens are invalid then. Throws if the
 * session has ended.
 */
export async function renewClient(sessionId: string): Promise<SignedIn> {
  return findAndSign(sessionId, await write((trx) => beginRefreshTokens(trx, sessionId)))
}

async function findAndSign(sessionId: string, refreshToken: string): Promise<SignedIn> {
  const session = await findSessionById(sessionId)
  if (!session) throw new Error('The session has ended.')
  return signFor(session, refreshToken)
}

/** Ends the session of an access token, which may have expired. An invalid token ends nothing. */
export async function signOutClient(accessToken: string): Promise<void> {
  const verified = await verifyAccessToken(accessToken, { allowExpired: true })
  if (!verified.ok) return
  const { sub, session_id: id } = verified.claims
  await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', sub).execute()
}

/**
 * Creates a session for an API client of the operator, at the level of the given session. Returns its first refresh
 * token, which is never shown again. An account has at most 20 clients.
 */
export async function createApiSession(
  { id, operator, isFresh }: Session,
  access: NewAccess,
): Promise<{ ok: true; refreshToken: string } | Refusal<'too-many' | 'not-fresh'>> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    if (!(await isRoomForClient(trx, operator))) return refuse('too-many')
    const made = await insertApiSession(trx, operator, { from: id, ...access, expiresAt: apiSessionEnd })
    await note(trx, operator, ['token-made', access.name])
    return { ok: true, refreshToken: await asInstallation(trx, () => beginRefreshTokens(trx, made)) }
  })
}

/**
 * Replaces the first refresh token of the operator's API client, and returns the new one. Only for a client that was
 * never used. Its owner may not have seen the old token, which is refused from now on.
 */
export async function replaceUnusedToken(
  { operator, isFresh }: Session,
  id: string,
): Promise<{ ok: true; name: string; refreshToken: string } | Refusal<'not-found' | 'not-fresh'>> {
  if (!isFresh) return refuse('not-fresh')
  if (!isUuid(id)) return refuse('not-found')
  return writeAs(operator, async (trx) => {
    const unused = await trx
      .updateTable('sessions')
      .set({ expiresAt: apiSessionEnd })
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .where(isUnused)
      .returning('name')
      .executeTakeFirst()
    if (!unused) return refuse('not-found')
    const refreshToken = await asInstallation(trx, () => beginRefreshTokens(trx, id))
    return { ok: true, name: unused.name ?? '', refreshToken }
  })
}

/** Ends one of the operator's API sessions; its tokens are refused at once. Returns false if it is not there. */
export async function endApiSession(operator: Operator, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return writeAs(operator, async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'api')
      .returning('name')
      .executeTakeFirst()
    if (ended) await note(trx, operator, ['token-ended', ended.name])
    return ended !== undefined
  })
}

async function signFor(session: Session, refreshToken: string): Promise<SignedIn> {
  return { session, tokens: { refreshToken, ...(await signAccessToken(session)) } }
}
