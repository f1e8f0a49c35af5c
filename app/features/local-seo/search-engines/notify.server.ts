import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { listEngines } from '../../../platform/page-changes.server.ts'
import { ENGINES } from '../../../platform/page-changes.ts'
import { isWaitingFor, notifyEngine } from './notify-engine.server.ts'
import type { Pair } from './locks.server.ts'

const SLICE_MS = 30_000 // the queue restarts a job that runs too long
const KEPT_DAYS = 90
// By then crawlers have read the sitemap.
const WAITING_DAYS = 30

/**
 * Notifies engines of the changed pages of all accounts, one notice for each site. Pages left after 30 s wait for the
 * next job.
 */
export async function notifyEngines(): Promise<void> {
  const until = performance.now() + SLICE_MS
  for (const pair of await listPairs()) {
    let isMore = true
    while (isMore && performance.now() < until) {
      const notified = await notifyEngine(pair)
      isMore = notified.ok && notified.isMore
    }
  }
}

// The pairs that wait longest come first.
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

/** Deletes receipts after 90 days, and changes that no engine took within 30 days. */
export async function pruneNotices(): Promise<void> {
  await sql`delete from notice_receipts where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  )
  await sql`delete from page_changes where changed_at < now() - make_interval(days => ${WAITING_DAYS})`.execute(
    db,
  )
}
