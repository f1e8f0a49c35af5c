import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../platform/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { HISTORY_DAYS } from './runs.ts'

export interface NewRun {
  /** Chosen by whoever wants to watch it from the beginning. */
  id?: string | undefined
  kind: string
  /** What it works on: enough to go on after a crash. */
  input: object
  total: number
}

/** Notes work that is about to begin, in the transaction that enqueues it; gives the run's id. Throws if the id is taken. */
export async function startRun(trx: Transaction, operator: Operator, run: NewRun): Promise<string> {
  const { id = uuidv7(), kind, total, input } = run
  await trx
    .insertInto('runs')
    .values({ id, userId: operator.id, kind, total, input: JSON.stringify(input) })
    .execute()
  return id
}

export interface RunItem {
  /** What was worked on; it counts once, however often it is recorded. */
  itemId: string
  /** How it ended, as it is counted: `succeeded`, `failed`, `skipped`, ... */
  outcome: string
  result: Record<string, unknown>
}

/** Notes that one part of a run is done with. Harmless to repeat; nothing is added to a run that has ended. */
export async function recordItem(runId: string, { itemId, outcome, result }: RunItem): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await lockOpenRun(trx, runId)
    if (!run) return
    const version = run.version + 1
    const added = await trx
      .insertInto('runItems')
      .values({ runId, itemId, version, result: JSON.stringify(result) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) return
    const counts = { ...run.counts, [outcome]: (run.counts[outcome] ?? 0) + 1 }
    await trx
      .updateTable('runs')
      .set((set) => ({
        state: 'running',
        startedAt: sql<Date>`coalesce(started_at, now())`,
        done: set('done', '+', 1),
        counts: JSON.stringify(counts),
        version,
      }))
      .where('id', '=', runId)
      .execute()
  })
}

/** Ends a run: `done`, or `failed` as a whole for the reason that is given, a sentence. Harmless to repeat. */
export async function finishRun(runId: string, error: string | null = null): Promise<void> {
  await db
    .updateTable('runs')
    .set((set) => ({
      state: error === null ? 'done' : 'failed',
      error,
      startedAt: sql<Date>`coalesce(started_at, now())`,
      finishedAt: sql<Date>`now()`,
      version: set('version', '+', 1),
    }))
    .where('id', '=', runId)
    .where('finishedAt', 'is', null)
    .execute()
}

/** Forgets runs that ended 90 days ago. */
export async function pruneRuns(): Promise<void> {
  await db
    .deleteFrom('runs')
    .where('finishedAt', '<', sql<Date>`now() - make_interval(days => ${HISTORY_DAYS})`)
    .execute()
}

const lockOpenRun = (trx: Transaction, id: string) =>
  trx
    .selectFrom('runs')
    .select(['version', 'counts'])
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
