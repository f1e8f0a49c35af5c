import { sql } from 'kysely'
import type { Transaction } from '../../platform/store/database.server.ts'

/** A part of a run that is done. */
export interface RunItem {
  /** Id of the part. It is counted once, even if it is recorded again. */
  itemId: string
  /** The outcome of the part, such as `succeeded`, `failed` or `skipped`. */
  outcome: string
  result: object
  /** The number of parts of the run that it counts for. Default: one. */
  size?: number
}

/** Locks an open run. Returns undefined if it has ended. */
export const lockOpenRun = (trx: Transaction, id: string) =>
  trx
    .selectFrom('runs')
    .select(['version', 'counts'])
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Stores parts of a locked run, and counts them. */
export async function insertItems(
  trx: Transaction,
  { id: runId, ...run }: { id: string; version: number; counts: Record<string, number> },
  items: RunItem[],
): Promise<void> {
  const version = run.version + 1
  const counts = { ...run.counts }
  let done = 0
  for (const { outcome, size = 1 } of items) {
    counts[outcome] = (counts[outcome] ?? 0) + size
    done += size
  }
  await trx
    .insertInto('runItems')
    .values(items.map(({ itemId, result }) => ({ runId, itemId, version, result: JSON.stringify(result) })))
    .execute()
  await trx
    .updateTable('runs')
    .set((set) => ({
      state: 'running',
      startedAt: sql<Date>`coalesce(started_at, now())`,
      done: set('done', '+', done),
      total: sql<number>`greatest(total, done + ${done})`,
      counts: JSON.stringify(counts),
      version,
    }))
    .where('id', '=', runId)
    .execute()
}
