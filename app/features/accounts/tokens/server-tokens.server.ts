import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { prepare } from '../../../platform/store/prepared.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { isOwner, type Operator } from '../accounts.ts'
import { note } from '../record/commands.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { insertApiSession, isRoomForClient } from './api-sessions.server.ts'
import { toTokenHash } from './token-hash.server.ts'
import { type NewAccess, SERVER_TOKEN, TOKENS_AT_ONCE } from './tokens.ts'

const TOKEN_BYTES = 32
const ENDING = 4

/**
 * Creates a session with a token for a server, which stays the same until the session ends. Returns the token, which is
 * never shown again: only its hash is stored.
 */
export async function createServerToken(
  { id, operator, acting, isFresh }: Session,
  access: NewAccess & { days: number },
): Promise<{ ok: true; token: string } | Refusal<'too-many' | 'not-fresh'>> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    if (!(await isRoomForClient(trx, operator))) return refuse('too-many')
    const expiresAt = sql<Date>`now() + make_interval(days => ${access.days})`
    // Only an owner lets an agent write without a person.
    const directScopes = access.directScopes && (isOwner(acting) ? access.directScopes : [])
    const sessionId = await insertApiSession(trx, operator, { from: id, ...access, directScopes, expiresAt })
    await note(trx, operator, ['token-made', access.name])
    return { ok: true, token: await insertServerToken(trx, sessionId) }
  })
}

/** Makes a token of a session, in the caller's transaction. Returns it: only its hash is stored. */
export async function insertServerToken(trx: Transaction, sessionId: string): Promise<string> {
  const token = SERVER_TOKEN + randomBytes(TOKEN_BYTES).toString('base64url')
  await trx
    .insertInto('serverTokens')
    .values({ id: uuidv7(), sessionId, hash: toTokenHash(token), ending: token.slice(-ENDING) })
    .execute()
  return token
}

/**
 * Makes another token for one of the operator's servers. The former one stays valid until `retireServerToken`, or until the
 * next one is made. Returns it, and the name of the server.
 */
export async function rotateServerToken(
  { operator, isFresh }: Session,
  id: string,
): Promise<{ ok: true; name: string; token: string } | Refusal<'not-found' | 'not-fresh'>> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    const server = await lockServer(trx, operator, id)
    if (!server) return refuse('not-found')
    await keepNewest(trx, id, TOKENS_AT_ONCE - 1)
    const token = await insertServerToken(trx, id)
    await note(trx, operator, ['token-made', server.name])
    return { ok: true, name: server.name ?? '', token }
  })
}

/** Ends all tokens of one of the operator's servers but the newest. Returns false if there is no such server. */
export const retireServerToken = (operator: Operator, id: string): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const server = await lockServer(trx, operator, id)
    if (!server) return false
    await keepNewest(trx, id, 1)
    await note(trx, operator, ['token-ended', server.name])
    return true
  })

async function lockServer(trx: Transaction, operator: Operator, id: string) {
  if (!isUuid(id)) return undefined
  return trx
    .selectFrom('sessions')
    .select('name')
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where(sql<boolean>`exists (select from server_tokens where session_id = sessions.id)`)
    .forUpdate()
    .executeTakeFirst()
}

const keepNewest = (trx: Transaction, sessionId: string, count: number) =>
  asInstallation(trx, () =>
    trx
      .deleteFrom('serverTokens')
      .where('sessionId', '=', sessionId)
      .where('id', 'not in', (query) =>
        query
          .selectFrom('serverTokens')
          .select('id')
          .where('sessionId', '=', sessionId)
          .orderBy('id', 'desc')
          .limit(count),
      )
      .execute(),
  )

/** Returns the id of the session of a server's token; undefined for an unknown or ended one. Notes its use, to the minute. */
export async function findServerSessionId(token: string): Promise<string | undefined> {
  const [found] = await findToken(toTokenHash(token))
  if (found && !found.isNoted)
    await sql`
      with used as (update server_tokens set last_used_at = now() where hash = ${toTokenHash(token)})
      update sessions set last_seen_at = now() where id = ${found.sessionId}
    `.execute(db)
  return found?.sessionId
}

const findToken = prepare((hash: string) =>
  db
    .selectFrom('serverTokens')
    .select('sessionId')
    .select(sql<boolean>`coalesce(last_used_at > now() - interval '1 minute', false)`.as('isNoted'))
    .where('hash', '=', hash),
)

/** Ends the session of a server's token, as its holder asks (RFC 7009). An unknown token ends nothing. */
export async function endServerToken(token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query.selectFrom('serverTokens').select('sessionId').where('hash', '=', toTokenHash(token)),
    )
    .execute()
}
