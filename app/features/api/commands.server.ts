import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db } from '../../platform/store/database.server.ts'
import { writeAs } from '../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { refuse, type Refusal } from '../../shared/refusal.ts'
import { type Operator, toPersonId } from '../accounts/accounts.ts'
import { isKey, KEY_HOLD_S, KEY_HOURS, type KeyRefusal, KEYS_A_DAY } from './api.ts'

/** An answer as it is kept for its key. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A key that this request holds, or the answer to an earlier request with it. */
type Held = { ok: true; workId: string } | { ok: true; answer: KeptAnswer } | Refusal<KeyRefusal>

interface Keyed {
  key: string
  /** The hash of the request, and of what its person may do with it. */
  hash: string
}

const heldUntil = sql<Date>`now() + make_interval(secs => ${KEY_HOLD_S})`

/**
 * Takes an idempotency key of the person for a request. Commands get its `workId` as the id of what they make. So a request
 * that is sent again after a crash makes nothing twice. Returns the answer instead if the first request has one.
 */
export async function holdKey(operator: Operator, { key, hash }: Keyed): Promise<Held> {
  if (!isKey(key)) return refuse('invalid-key')
  const limit = { name: 'idempotency-keys', of: toPersonId(operator), most: KEYS_A_DAY, windowS: 86_400 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('too-many-keys')
  return writeAs(operator, async (trx) => {
    const own = sql`account_id = ${operator.id} and person_id = ${toPersonId(operator)} and key = ${key}`
    const workId = uuidv7()
    const made = await sql`
      insert into idempotency_keys (account_id, person_id, key, hash, work_id, held_until)
      values (${operator.id}, ${toPersonId(operator)}, ${key}, ${hash}, ${workId}, ${heldUntil})
      on conflict (account_id, person_id, key) do update
        set hash = excluded.hash, work_id = excluded.work_id, held_until = excluded.held_until, answer = null,
          made_at = now()
        where ${isOver}
      returning key
    `.execute(trx)
    if (made.rows.length > 0) return { ok: true, workId }
    const { rows } = await sql<{ hash: string; workId: string; answer: KeptAnswer | null; isBusy: boolean }>`
      select hash, work_id, answer, held_until is not null and held_until > now() as is_busy
      from idempotency_keys where ${own} for update
    `.execute(trx)
    const [row] = rows
    if (!row) return refuse('busy') // the first request was refused at this moment
    if (row.hash !== hash) return refuse('other-request')
    if (row.answer) return { ok: true, answer: row.answer }
    if (row.isBusy) return refuse('busy')
    await sql`update idempotency_keys set held_until = ${heldUntil} where ${own}`.execute(trx)
    return { ok: true, workId: row.workId }
  })
}

/**
 * Ends the hold of a request on its key: with the answer that every later request gets; with `forget` if nothing was done;
 * otherwise a later request does the same work with the same id.
 */
export async function endHold(
  operator: Operator,
  key: string,
  outcome: KeptAnswer | 'forget' | 'open',
): Promise<void> {
  const own = sql`account_id = ${operator.id} and person_id = ${toPersonId(operator)} and key = ${key}`
  const answer = typeof outcome === 'string' ? null : JSON.stringify(outcome)
  await writeAs(operator, (trx) =>
    outcome === 'forget'
      ? sql`delete from idempotency_keys where ${own} and answer is null`.execute(trx)
      : sql`update idempotency_keys set held_until = null, answer = ${answer}::jsonb where ${own}`.execute(
          trx,
        ),
  )
}

const isOver = sql`idempotency_keys.made_at < now() - make_interval(hours => ${KEY_HOURS})`

/** Deletes the keys of more than a day ago. */
export async function pruneKeys(): Promise<void> {
  await sql`delete from idempotency_keys where ${isOver}`.execute(db)
}
