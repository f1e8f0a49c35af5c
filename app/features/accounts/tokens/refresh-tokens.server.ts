import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { deriveKeys } from '../../../platform/secret.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { toTokenHash } from './token-hash.server.ts'
import { API_SESSION_DAYS, REUSE_GRACE_S, type RefreshRefusal } from './tokens.ts'

const TOKEN_BYTES = 32

/** SQL for the end of an API session that is used now. */
export const apiSessionEnd = sql<Date>`now() + make_interval(days => ${API_SESSION_DAYS})`

/** Returns the first token of a new family for a session, in the caller's transaction. An earlier family is deleted. */
export async function beginRefreshTokens(trx: Transaction, sessionId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await trx.deleteFrom('refreshTokens').where('sessionId', '=', sessionId).execute()
  await trx
    .insertInto('refreshTokens')
    .values({ id: uuidv7(), sessionId, hash: toTokenHash(token) })
    .execute()
  return token
}

type Exchange = { ok: true; sessionId: string; refreshToken: string } | Refusal<RefreshRefusal>

/**
 * Exchanges a refresh token for the next one of its family, in the caller's transaction. A token that was used before ends
 * the session, because it may be stolen. But within 10 s, and while the next one is unused, the same next one is returned
 * again: the first answer may not have arrived.
 */
export async function exchangeRefreshToken(trx: Transaction, token: string): Promise<Exchange> {
  const sessionId = await lockSession(trx, token)
  if (!sessionId) return refuse('unknown')
  const row = await trx
    .selectFrom('refreshTokens as given')
    .leftJoin('refreshTokens as next', 'next.id', 'given.successorId')
    .select([
      'given.id',
      'given.usedAt',
      'given.successorId',
      'next.usedAt as nextUsedAt',
      'next.hash as nextHash',
    ])
    .select(sql<boolean>`given.used_at > now() - make_interval(secs => ${REUSE_GRACE_S})`.as('isRecent'))
    .where('given.hash', '=', toTokenHash(token))
    .executeTakeFirst()
  if (!row) return refuse('unknown')
  if (!row.usedAt)
    return { ok: true, sessionId, refreshToken: await saveSuccessor(trx, { token, sessionId, id: row.id }) }
  if (row.isRecent && row.successorId && !row.nextUsedAt)
    return { ok: true, sessionId, refreshToken: findSuccessor(token, row.successorId, row.nextHash) }
  await trx.deleteFrom('sessions').where('id', '=', sessionId).execute()
  return refuse('reused')
}

/** Deletes used tokens after 30 days. From then on they are refused as unknown. */
export async function pruneRefreshTokens(): Promise<void> {
  await db
    .deleteFrom('refreshTokens')
    .where('usedAt', '<', sql<Date>`now() - make_interval(days => ${API_SESSION_DAYS})`)
    .execute()
}

// The lock lets exchanges of one family run one after the other.
async function lockSession(trx: Transaction, token: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('refreshTokens').select('sessionId').where('hash', '=', toTokenHash(token)),
    )
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

async function saveSuccessor(
  trx: Transaction,
  used: { id: string; token: string; sessionId: string },
): Promise<string> {
  const { sessionId } = used
  const successorId = uuidv7()
  const [successor] = deriveSuccessors(used.token, successorId)
  await trx
    .updateTable('refreshTokens')
    .set({ usedAt: sql<Date>`now()`, successorId })
    .where('id', '=', used.id)
    .execute()
  await trx
    .insertInto('refreshTokens')
    .values({ id: successorId, sessionId, hash: toTokenHash(successor) })
    .execute()
  await trx
    .updateTable('sessions')
    .set({ expiresAt: apiSessionEnd, lastSeenAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute()
  return successor
}

// Derived from the former token instead of random bytes. So an exchange can be answered twice although only hashes are
// stored. Without the app secret an attacker cannot derive it from tokens and rows.
const deriveSuccessors = (token: string, id: string) =>
  deriveKeys('refresh tokens').map((key) =>
    createHmac('sha256', key).update(`${id} ${token}`).digest('base64url'),
  ) as [string, ...string[]]

function findSuccessor(token: string, id: string, hash: string | null): string {
  const [newest, ...earlier] = deriveSuccessors(token, id)
  return earlier.find((each) => toTokenHash(each) === hash) ?? newest
}
