import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import type { Engine } from './search-engines.ts'

// Longer than the slowest notice lasts: three feeds, or three questions to Google, of 15 s each.
const LEASE_S = 60
const PAUSES_S = [300, 900, 3600, 6 * 3600, 86_400]

/** One engine and one site. */
export interface Pair {
  engine: Engine
  origin: string
}

export type Turn = { isOurs: true } | NotOurs

/** Somebody else has the turn, or the engine is left alone: as it asked, or because it failed too often just now. */
export interface NotOurs {
  isOurs: false
  waitS: number
  why: 'taken' | 'paused' | 'failing'
}

/**
 * Takes the turn to tell an engine of a site, for a minute: one process at a time. Refused while somebody has it, and
 * while the engine is left alone after a failure; `isForced` heeds only pauses that the engine itself asked for.
 */
export async function takeTurn({ engine, origin }: Pair, isForced: boolean): Promise<Turn> {
  const { rows } = await sql<{ engine: string }>`
    insert into notice_turns as turn (engine, origin, leased_until)
    values (${engine}, ${origin}, now() + ${LEASE_S} * interval '1 second')
    on conflict (engine, origin) do update set leased_until = excluded.leased_until
    where (turn.leased_until is null or turn.leased_until < now())
      and (turn.paused_until is null or turn.paused_until < now() or (${isForced} and not turn.is_patience))
    returning engine
  `.execute(db)
  return rows.length > 0 ? { isOurs: true } : findRefusal({ engine, origin })
}

const toSeconds = (until: string) => sql<number>`ceil(extract(epoch from ${sql.ref(until)} - now()))::int`

async function findRefusal({ engine, origin }: Pair): Promise<Turn> {
  const row = await db
    .selectFrom('noticeTurns')
    .select([toSeconds('leasedUntil').as('leaseS'), toSeconds('pausedUntil').as('pauseS')])
    .where('engine', '=', engine)
    .where('origin', '=', origin)
    .executeTakeFirst()
  const { leaseS = 0, pauseS = 0 } = row ?? {}
  return leaseS > 0
    ? { isOurs: false, waitS: leaseS, why: 'taken' }
    : { isOurs: false, waitS: Math.max(1, pauseS), why: 'paused' }
}

/** Gives a turn back in which the engine was not asked. */
export async function leaveTurn(
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
  /** Whether the engine itself asked to be left alone. */
  isPatience: boolean
  /** Whether somebody asked for it out of turn. */
  isForced: boolean
}

/**
 * Gives the turn back. After a failure the engine is left alone: for longer each time, and as long as it asked for. One
 * that somebody forced does not lengthen the pause of everybody, unless the engine asks for it.
 */
export async function endTurn(
  trx: Transaction,
  { engine, origin }: Pair,
  failure: Failure | undefined,
): Promise<void> {
  if (failure?.isForced && !failure.isPatience) return leaveTurn({ engine, origin }, trx)
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
            isPatience: failure.isPatience,
          }
        : { leasedUntil: null, failures: 0, pausedUntil: null, isPatience: false },
    )
    .where('engine', '=', engine)
    .where('origin', '=', origin)
    .execute()
}
