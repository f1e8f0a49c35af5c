import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { asInstallation, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { deriveKeys } from '../../../platform/secret.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { toNetwork } from '../../../shared/http.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { type Scope, toScopes } from '../../../shared/scopes.ts'
import { note } from '../record/commands.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { insertApiSession, isRoomForClient } from './api-sessions.server.ts'
import { insertServerToken } from './server-tokens.server.ts'
import { toTokenHash } from './token-hash.server.ts'
import {
  DEVICE_CODE_S,
  type DeviceRefusal,
  type NewAccess,
  POLL_S,
  toUserCode,
  USER_CODE_LETTERS,
  USER_CODE_LENGTH,
} from './tokens.ts'

const CODE_BYTES = 32
const MINUTE_S = 60

/** Begins to connect a program (RFC 8628, 3.1). Returns the code for its polls, and the one for the person. */
export async function beginDeviceCode(
  clientAddress: string,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<{ ok: true; deviceCode: string; userCode: string } | Refusal<'too-often', { waitS: number }>> {
  const limit = { name: 'device-code', of: toNetwork(clientAddress), most: 10, windowS: MINUTE_S }
  const waitS = await consumeRateLimits([limit])
  if (waitS > 0) return refuse('too-often', { waitS })
  const deviceCode = randomBytes(CODE_BYTES).toString('base64url')
  const userCode = toUserCode(Array.from({ length: USER_CODE_LENGTH }, pickLetter).join(''))
  await db
    .insertInto('deviceCodes')
    .values({
      id: uuidv7(),
      deviceHash: toTokenHash(deviceCode),
      userHash: toUserHash(userCode),
      name,
      scopes: sql`${scopes}::text[]`,
      expiresAt: sql`now() + make_interval(secs => ${DEVICE_CODE_S})`,
    })
    .execute()
  return { ok: true, deviceCode, userCode }
}

const pickLetter = () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)] ?? ''

// All short codes can be tried, so a plain hash would not hide one.
function toUserHash(code: string): string {
  const [key] = deriveKeys('device codes')
  return createHmac('sha256', key).update(code).digest('base64url')
}

/** A program that waits for a person. */
interface WaitingProgram {
  name: string
  scopes: Scope[]
}

/** Returns the program that waits for a typed code. A person and a network may try few codes. */
export async function findWaitingProgram(
  { operator }: Session,
  { clientAddress, typed }: { clientAddress: string; typed: string },
): Promise<({ ok: true } & WaitingProgram) | Refusal<'gone' | 'too-often'>> {
  const limits = [operator.id, toNetwork(clientAddress)].map((of) => ({
    name: 'device-guess',
    of,
    most: 20,
    windowS: 10 * MINUTE_S,
  }))
  if ((await consumeRateLimits(limits)) > 0) return refuse('too-often')
  const row = await selectWaiting(db, typed).select(['name', 'scopes']).executeTakeFirst()
  return row ? { ok: true, name: row.name, scopes: toScopes(row.scopes) } : refuse('gone')
}

const selectWaiting = (store: typeof db | Transaction, typed: string) =>
  store
    .selectFrom('deviceCodes')
    .where('userHash', '=', toUserHash(toUserCode(typed)))
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('sessionId', 'is', null)
    .where('isRefused', '=', false)

/**
 * Lets a waiting program act for the person, with no more scopes than it asked for. Its next poll gets the token. The code
 * works once. The session has to be fresh, as for every new token.
 */
export async function approveProgram(
  { id, operator, isFresh }: Session,
  typed: string,
  access: Omit<NewAccess, 'name' | 'scopes'> & { scopes: Scope[]; days: number },
): Promise<{ ok: true; name: string } | Refusal<'gone' | 'not-fresh' | 'too-many' | 'no-scope'>> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    if (!(await isRoomForClient(trx, operator))) return refuse('too-many')
    const waiting = await asInstallation(trx, () =>
      selectWaiting(trx, typed).select(['id', 'name', 'scopes']).forUpdate().executeTakeFirst(),
    )
    if (!waiting) return refuse('gone')
    const { name } = waiting
    const scopes = toScopes(waiting.scopes).filter((scope) => access.scopes.includes(scope))
    if (scopes.length === 0) return refuse('no-scope')
    const expiresAt = sql<Date>`now() + make_interval(days => ${access.days})`
    const made = { name, scopes, siteIds: access.siteIds, expiresAt }
    const sessionId = await insertApiSession(trx, operator, { from: id, ...made })
    await note(trx, operator, ['token-made', name])
    await asInstallation(trx, () =>
      trx.updateTable('deviceCodes').set({ sessionId }).where('id', '=', waiting.id).execute(),
    )
    return { ok: true, name }
  })
}

/** Refuses a waiting program. */
export async function refuseProgram(typed: string): Promise<void> {
  await write(async (trx) => {
    const waiting = await selectWaiting(trx, typed).select('id').forUpdate().executeTakeFirst()
    if (!waiting) return
    await trx.updateTable('deviceCodes').set({ isRefused: true }).where('id', '=', waiting.id).execute()
  })
}

/** Returns the token of a program that a person has approved, once; otherwise why there is none (RFC 8628, 3.5). */
export const pollDeviceCode = (
  deviceCode: string,
): Promise<{ ok: true; token: string } | Refusal<DeviceRefusal>> =>
  write(async (trx) => {
    const row = await trx
      .selectFrom('deviceCodes')
      .select(['id', 'sessionId', 'isRefused'])
      .select(
        sql<boolean>`coalesce(polled_at > now() - make_interval(secs => interval_s), false)`.as('isEarly'),
      )
      .where('deviceHash', '=', toTokenHash(deviceCode))
      .where('expiresAt', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('expired_token')
    const { id, sessionId, isRefused, isEarly } = row
    if (isRefused || sessionId) await trx.deleteFrom('deviceCodes').where('id', '=', id).execute()
    if (isRefused) return refuse('access_denied')
    if (sessionId) return { ok: true, token: await insertServerToken(trx, sessionId) }
    await trx
      .updateTable('deviceCodes')
      .set({ polledAt: sql`now()`, ...(isEarly && { intervalS: sql`interval_s + ${POLL_S}` }) })
      .where('id', '=', id)
      .execute()
    return refuse(isEarly ? 'slow_down' : 'authorization_pending')
  })

/** Deletes codes that are over. A session that was approved and never fetched its token ends, too. */
export async function pruneDeviceCodes(): Promise<void> {
  await sql`
    with over as (delete from device_codes where expires_at < now() returning session_id)
    delete from sessions where id in (select session_id from over)
  `.execute(db)
}
