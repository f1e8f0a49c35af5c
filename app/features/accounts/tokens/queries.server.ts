import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { deriveKeys } from '../../../platform/secret.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../accounts.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import { verifyAccessToken } from './access-tokens.server.ts'
import { toScopes } from '../../../shared/scopes.ts'
import { tokenRefusals } from './messages.ts'
import { findServerSessionId } from './server-tokens.server.ts'
import { type ApiSession, isServerToken, type TokenRefusal } from './tokens.ts'

/** Returns the session of a token of a server, or of an access token. */
export async function findTokenSession(
  token: string,
): Promise<{ ok: true; session: Session } | Refusal<TokenRefusal>> {
  if (!isServerToken(token)) return findAccessSession(token)
  const id = await findServerSessionId(token)
  const session = id && (await findSessionById(id))
  return session ? { ok: true, session } : refuse('session-ended')
}

/**
 * Returns the session of an access token, at the lower level of the two: raising a session does not raise its older
 * tokens. A valid token is refused as soon as its session has ended.
 */
async function findAccessSession(
  token: string,
): Promise<{ ok: true; session: Session } | Refusal<TokenRefusal>> {
  const verified = await verifyAccessToken(token)
  if (!verified.ok) return verified
  const { session_id: id, sub, aal } = verified.claims
  const session = await findSessionById(id)
  if (session?.operator.id !== sub) return refuse('session-ended')
  return { ok: true, session: aal === 'aal1' ? { ...session, aal } : session }
}

/** Returns the code and the sentence of a refused access token, for its client. */
export const toTokenProblem = ({ reason }: Refusal<TokenRefusal>) => ({
  code: reason === 'expired' ? 'token_expired' : 'invalid_token',
  message: tokenRefusals[reason],
})

/** Returns the key by which clients of the HTTP API name this installation. It is public and grants no access. */
export const findPublicApiKey = (): string => listPublicApiKeys()[0]

/** Returns true for the key of this installation, also for that of an earlier secret. */
export const isPublicApiKey = (given: string | null): boolean =>
  listPublicApiKeys().some((key) => key === given)

const listPublicApiKeys = () =>
  deriveKeys('public api key').map((key) => `pk_${key.subarray(0, 24).toString('base64url')}`) as [string]

/** SQL that is true for a session of an API client that was made on the screen and never used. */
export const isUnused = sql<boolean>`(kind = 'api' and name is not null and last_seen_at <= created_at
  and not exists (select from server_tokens where session_id = sessions.id))`

/** Returns the name of a token's session, for lists of what it did. */
export async function findSessionName(id: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .select(['name', 'userAgent'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? row?.userAgent?.slice(0, 60) ?? ''
}

/** Returns the operator's sessions of API clients, newest first. */
export async function listApiSessions(operator: Operator): Promise<ApiSession[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('sessions')
      .select([
        'id',
        'name',
        'userAgent',
        'createdAt',
        'lastSeenAt',
        'expiresAt',
        'scopes',
        'siteIds',
        'directScopes',
      ])
      .select(
        sql<string[]>`array(
          select ending from server_tokens where session_id = sessions.id order by server_tokens.id desc)`.as(
          'endings',
        ),
      )
      .select(isUnused.as('isUnused'))
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', 'api')
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
  return rows.map(({ userAgent, name, scopes, directScopes, ...row }) => ({
    ...row,
    scopes: scopes && toScopes(scopes),
    directScopes: directScopes && toScopes(directScopes),
    name: name ?? userAgent ?? 'A client without a name',
  }))
}
