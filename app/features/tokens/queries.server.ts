import { sql } from 'kysely'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import { deriveKey } from '../../platform/secret.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { findSessionById, type Session } from '../accounts/queries.server.ts'
import { verifyAccessToken } from './access-tokens.server.ts'
import { tokenRefusals } from './messages.ts'
import type { ApiSession, TokenRefusal } from './tokens.ts'

export type TokenSession =
  { ok: true; session: Session } | { ok: false; reason: TokenRefusal; code: string; message: string }

/**
 * The session that an access token speaks for, at the level of the weaker of the two: a token does not grow with its
 * session. A session that has ended is refused at once, however young the token is.
 */
export async function findTokenSession(token: string): Promise<TokenSession> {
  const verified = await verifyAccessToken(token)
  if (!verified.ok) return refuse(verified.reason)
  const { session_id: id, sub, aal } = verified.claims
  const session = await findSessionById(id)
  if (session?.operator.id !== sub) return refuse('session-ended')
  return { ok: true, session: aal === 'aal1' ? { ...session, aal } : session }
}

const refuse = (reason: TokenRefusal): TokenSession => ({
  ok: false,
  reason,
  code: reason === 'expired' ? 'token_expired' : 'invalid_token',
  message: tokenRefusals[reason],
})

/** The key by which a client of the HTTP API names this installation. It is public: it opens nothing by itself. */
export const findPublicApiKey = (): string =>
  `pk_${deriveKey('public api key').subarray(0, 24).toString('base64url')}`

/** The operator's sessions of API clients, the newest first. */
export async function listApiSessions(operator: Operator): Promise<ApiSession[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('sessions')
      .select(['id', 'name', 'userAgent', 'createdAt', 'lastSeenAt'])
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'api')
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
  return rows.map(({ userAgent, name, ...row }) => ({
    ...row,
    name: name ?? userAgent ?? 'A client without a name',
  }))
}
