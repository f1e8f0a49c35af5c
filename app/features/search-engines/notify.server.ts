import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { listEngines } from './reach.server.ts'
import { ENGINES } from './search-engines.ts'
import { isWaitingFor, tell } from './tell.server.ts'
import type { Pair } from './turns.server.ts'

const SLICE_MS = 30_000 // a job that lasts would be taken for dead
const KEPT_DAYS = 90
// By then crawlers have read the sitemap.
const WAITING_DAYS = 30

/** Tells engines of everybody's pages that have changed, one notice for a site; what takes too long waits for the next turn. */
export async function notifyEngines(): Promise<void> {
  const until = performance.now() + SLICE_MS
  for (const pair of await listPairs()) {
    let isMore = true
    while (isMore && performance.now() < until) {
      const told = await tell(pair)
      isMore = 'isMore' in told && told.isMore
    }
  }
}

// Those that were waited for the longest come first.
async function listPairs(): Promise<Pair[]> {
  const all: (Pair & { since: Date })[] = []
  for (const engine of ENGINES) {
    const rows = await db
      .selectFrom('pageChanges')
      .select(['origin', sql<Date>`min(changed_at)`.as('since')])
      .where(isWaitingFor(engine))
      .groupBy('origin')
      .execute()
    const reached = rows.filter(({ origin }) => listEngines(origin).includes(engine))
    all.push(...reached.map((row) => ({ ...row, engine })))
  }
  return all.toSorted((one, other) => +one.since - +other.since)
}

/** Forgets receipts after 90 days, and changes that no engine wanted to hear of for 30. */
export async function pruneNotices(): Promise<void> {
  await sql`delete from notice_receipts where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  )
  await sql`delete from page_changes where changed_at < now() - make_interval(days => ${WAITING_DAYS})`.execute(
    db,
  )
}
