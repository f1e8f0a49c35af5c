import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../platform/database.server.ts'
import { deriveKey } from '../../platform/secret.server.ts'
import { API_SESSION_DAYS, REUSE_GRACE_S, type RefreshRefusal } from './tokens.ts'

const TOKEN_BYTES = 32

export const apiSessionEnd = sql<Date>`now() + make_interval(days => ${API_SESSION_DAYS})`

/** Begins a session's family of refresh tokens, in the caller's transaction; an earlier family is worth nothing then. */
export async function beginRefreshTokens(trx: Transaction, sessionId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await trx.deleteFrom('refreshTokens').where('sessionId', '=', sessionId).execute()
  await trx
    .insertInto('refreshTokens')
    .values({ id: uuidv7(), sessionId, hash: toTokenHash(token) })
    .execute()
  return token
}

export type Exchange =
  { ok: true; sessionId: string; refreshToken: string } | { ok: false; reason: RefreshRefusal }

/**
 * Exchanges a refresh token for the next of its family, in the caller's transaction. One that was used before ends the
 * session: somebody else has it. Only a doubled request, within 10 s and while nobody has used the next one, gets the
 * same next one again, so that a lost answer costs nobody the session.
 */
export async function exchangeRefreshToken(trx: Transaction, token: string): Promise<Exchange> {
  const sessionId = await lockSession(trx, token)
  if (!sessionId) return { ok: false, reason: 'unknown' }
  const row = await trx
    .selectFrom('refreshTokens as given')
    .leftJoin('refreshTokens as next', 'next.id', 'given.successorId')
    .select(['given.id', 'given.usedAt', 'given.successorId', 'next.usedAt as nextUsedAt'])
    .select(sql<boolean>`given.used_at > now() - make_interval(secs => ${REUSE_GRACE_S})`.as('isRecent'))
    .where('given.hash', '=', toTokenHash(token))
    .executeTakeFirst()
  if (!row) return { ok: false, reason: 'unknown' }
  if (!row.usedAt)
    return { ok: true, sessionId, refreshToken: await replace(trx, { token, sessionId, id: row.id }) }
  if (row.isRecent && row.successorId && !row.nextUsedAt)
    return { ok: true, sessionId, refreshToken: toSuccessor(token, row.successorId) }
  await trx.deleteFrom('sessions').where('id', '=', sessionId).execute()
  return { ok: false, reason: 'reused' }
}

/** Forgets used tokens after 30 days: by then each of them is as unknown as one that never was. */
export async function pruneRefreshTokens(): Promise<void> {
  await db
    .deleteFrom('refreshTokens')
    .where('usedAt', '<', sql<Date>`now() - make_interval(days => ${API_SESSION_DAYS})`)
    .execute()
}

// Whatever happens to a family happens one after the other.
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

async function replace(
  trx: Transaction,
  used: { id: string; token: string; sessionId: string },
): Promise<string> {
  const { sessionId } = used
  const successorId = uuidv7()
  const successor = toSuccessor(used.token, successorId)
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

const toTokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')

// Made from the one before rather than by chance, so that the same exchange can be answered twice although only
// hashes are kept. Without our secret nobody can make it, whichever tokens and rows they have.
const toSuccessor = (token: string, id: string) =>
  createHmac('sha256', deriveKey('refresh tokens')).update(`${id} ${token}`).digest('base64url')
