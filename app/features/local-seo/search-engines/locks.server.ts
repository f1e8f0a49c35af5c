import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import type { Engine } from '../../../platform/page-changes.ts'
import type { WaitReason } from './search-engines.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

// Longer than the slowest notice: three requests, for feeds or to Google, of 15 s each.
const LEASE_S = 60
const PAUSES_S = [300, 900, 3600, 6 * 3600, 86_400]

/** One engine and one site. */
export interface Pair {
  engine: Engine
  origin: string
}

/** The lock, or the reason why it was refused. */
type LockResult = { ok: true } | NotLocked

/** Another process has the lock, the engine is paused, or it has failed too often. */
export type NotLocked = Refusal<'taken' | WaitReason, { waitS: number }>

/**
 * Locks the pair of an engine and a site for a minute, so that only one process notifies it. Refused while another
 * process has the lock, and while the engine is paused after a failure. `isForced` ignores a pause, unless the engine
 * itself asked for it.
 */
export async function lockPair({ engine, origin }: Pair, isForced: boolean): Promise<LockResult> {
  const { rows } = await sql<{ engine: string }>`
    insert into notice_turns as turn (engine, origin, leased_until)
    values (${engine}, ${origin}, now() + ${LEASE_S} * interval '1 second')
    on conflict (engine, origin) do update set leased_until = excluded.leased_until
    where (turn.leased_until is null or turn.leased_until < now())
      and (turn.paused_until is null or turn.paused_until < now() or (${isForced} and not turn.is_patience))
    returning engine
  `.execute(db)
  return rows.length > 0 ? { ok: true } : findRefusal({ engine, origin })
}

const toSeconds = (until: string) => sql<number>`ceil(extract(epoch from ${sql.ref(until)} - now()))::int`

async function findRefusal({ engine, origin }: Pair): Promise<NotLocked> {
  const row = await db
    .selectFrom('noticeTurns')
    .select([toSeconds('leasedUntil').as('leaseS'), toSeconds('pausedUntil').as('pauseS')])
    .where('engine', '=', engine)
    .where('origin', '=', origin)
    .executeTakeFirst()
  const { leaseS = 0, pauseS = 0 } = row ?? {}
  return leaseS > 0 ? refuse('taken', { waitS: leaseS }) : refuse('paused', { waitS: Math.max(1, pauseS) })
}

/** Releases a lock without a notice. */
export async function unlockPair(
  { engine, origin }: Pair,
  store: typeof db | Transaction = db,
): Promise<void> {
  await store
    .updateTable('noticeTurns')
    .set({ leasedUntil: null })
    .where('engine', '=', engine)
    .where('origin', '=', origin)
    .execute()
}

interface Failure {
  retryAfterS: number | undefined
  /** True if the engine itself asked for the pause. */
  isPauseRequested: boolean
  /** True if an operator asked for the notice. */
  isForced: boolean
}

/**
 * Releases the lock after a notice. A failure pauses the engine. The pause grows with each failure, and is at least as
 * long as the engine asked for. The failure of a notice that an operator asked for pauses nothing, unless the engine
 * asks for it.
 */
export async function endNotice(
  trx: Transaction,
  { engine, origin }: Pair,
  failure: Failure | undefined,
): Promise<void> {
  if (failure?.isForced && !failure.isPauseRequested) return unlockPair({ engine, origin }, trx)
  const [first = 0] = PAUSES_S
  const pauseS = sql<number>`greatest(${failure?.retryAfterS ?? 0}::int,
    coalesce((${PAUSES_S}::int[])[least(failures + 1, ${PAUSES_S.length})], ${first}))`
  await trx
    .updateTable('noticeTurns')
    .set(
      failure
        ? {
            leasedUntil: null,
            failures: sql<number>`failures + ${failure.isForced ? 0 : 1}`,
            pausedUntil: sql<Date>`now() + ${pauseS} * interval '1 second'`,
            isPatience: failure.isPauseRequested,
          }
        : { leasedUntil: null, failures: 0, pausedUntil: null, isPatience: false },
    )
    .where('engine', '=', engine)
    .where('origin', '=', origin)
    .execute()
}
