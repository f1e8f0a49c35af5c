import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { enqueue } from '../../platform/queue.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { stoppedUnexpectedly } from './messages.ts'
import { findOpenRun } from './queries.server.ts'
import { HISTORY_DAYS } from './runs.ts'

export interface NewRun {
  /** Chosen by whoever wants to watch it from the beginning. */
  id?: string | undefined
  kind: string
  /** What it works on: enough to go on after a crash. */
  input: object
  total: number
  delayS?: number
}

/**
 * Notes work that is about to begin, with the job of its kind that does it `delayS` seconds later; gives the run's id.
 * Throws if the id is taken, or if the account has an open run of a kind that allows one at a time.
 */
export async function startRun(trx: Transaction, operator: Operator, run: NewRun): Promise<string> {
  const { id = uuidv7(), kind, total, input, delayS = 0 } = run
  await trx
    .insertInto('runs')
    .values({ id, userId: operator.id, kind, total, input: JSON.stringify(input) })
    .execute()
  await continueRun(trx, { id, kind }, delayS)
  return id
}

/** Name of the job that works on runs of a kind. */
export const toRunJob = (kind: string) => `${kind}-run`

/** Has the job of a run's kind go on with it. */
export const continueRun = (
  trx: Transaction,
  { id, kind }: { id: string; kind: string },
  delayS = 0,
): Promise<void> => enqueue(trx, { name: toRunJob(kind), data: { runId: id }, delayS })

/** Goes on with runs that no job sees to any more: one that died too often is given up, and a restore brings none back. */
export async function resumeRuns(): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, kind from runs where finished_at is null and created_at < now() - interval '1 minute' and not exists (
      select from pgboss.job where name = runs.kind || '-run' and data->>'runId' = runs.id::text
        and state in ('created', 'retry', 'active')
    )
  `.execute(db)
  for (const run of rows) await db.transaction().execute((trx) => continueRun(trx, run))
}

const SLICE_MS = 30_000 // a job that lasts would be taken for dead

interface WorkOnRun {
  id: string
  kind: string
  /** Reads what the run works on; what it gives does what comes next, and says whether anything did. */
  prepare: (operator: Operator, input: unknown) => Promise<() => Promise<boolean>>
  sliceMs?: number | undefined
}

/**
 * Goes on with an open run for half a minute, and leaves the rest to another job of its kind. What goes wrong ends the
 * run, and what it has done stands.
 */
export async function workOnRun({ id, kind, prepare, sliceMs = SLICE_MS }: WorkOnRun): Promise<void> {
  const run = await findOpenRun(id)
  if (!run) return
  try {
    const doNext = await prepare(run.operator, run.input)
    const until = performance.now() + sliceMs
    while (performance.now() < until) if (!(await doNext())) return await finishRun(id)
    await db.transaction().execute((trx) => continueRun(trx, { id, kind }))
  } catch (error) {
    log.error({ err: error, run: id, kind }, 'run.failed')
    await finishRun(id, stoppedUnexpectedly) // if the store is away this throws too, and the job is run again
  }
}

export interface RunItem {
  /** What was worked on; it counts once, however often it is recorded. */
  itemId: string
  /** How it ended, as it is counted: `succeeded`, `failed`, `skipped`, ... */
  outcome: string
  result: Record<string, unknown>
  /** How many of the run's parts it stands for, where they are done many at once: one unless given. */
  size?: number
}

/** Whether a run was not begun because the account has an open one of its kind, of which it may have one at a time. */
export const isOneOpen = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'runs_one_open_key'

/** Notes that one part of a run is done with. Harmless to repeat; nothing is added to a run that has ended. */
export function recordItem(runId: string, item: RunItem): Promise<void> {
  const { itemId } = item
  return db.transaction().execute((trx) => doItem(trx, runId, { itemId, work: () => Promise.resolve(item) }))
}

/**
 * Does one part of a run and notes it, in one transaction: whatever happens, it is done once or not at all. Nothing is
 * done for a run that has ended, or twice. Other parts of the run wait meanwhile, so `work` must be short.
 */
export async function doItem(
  trx: Transaction,
  runId: string,
  { itemId, work }: { itemId: string; work: () => Promise<Omit<RunItem, 'itemId'>> },
): Promise<void> {
  const run = await lockOpenRun(trx, runId)
  if (!run || (await isDone(trx, runId, itemId))) return
  const { outcome, result, size = 1 } = await work()
  const version = run.version + 1
  const counts = { ...run.counts, [outcome]: (run.counts[outcome] ?? 0) + size }
  await trx
    .insertInto('runItems')
    .values({ runId, itemId, version, result: JSON.stringify(result) })
    .execute()
  await trx
    .updateTable('runs')
    .set((set) => ({
      state: 'running',
      startedAt: sql<Date>`coalesce(started_at, now())`,
      done: set('done', '+', size),
      total: sql<number>`greatest(total, done + ${size})`,
      counts: JSON.stringify(counts),
      version,
    }))
    .where('id', '=', runId)
    .execute()
}

/**
 * Ends a run: `done`, or `failed` as a whole for the reason that is given, a sentence. What was to be done and was gone
 * by then does not count. Harmless to repeat.
 */
export async function finishRun(runId: string, error: string | null = null): Promise<void> {
  await db
    .updateTable('runs')
    .set((set) => ({
      state: error === null ? 'done' : 'failed',
      error,
      total: error === null ? set.ref('done') : set.ref('total'),
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

const isDone = async (trx: Transaction, runId: string, itemId: string): Promise<boolean> =>
  (await trx
    .selectFrom('runItems')
    .select('itemId')
    .where('runId', '=', runId)
    .where('itemId', '=', itemId)
    .executeTakeFirst()) !== undefined

const lockOpenRun = (trx: Transaction, id: string) =>
  trx
    .selectFrom('runs')
    .select(['version', 'counts'])
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

const CALL_LIMIT_MS = 20_000

/** Waits for first attempts, but for 20 s at most: whoever called is not kept longer, and jobs see to the rest. */
export async function withinCallLimit(attempts: Promise<unknown>): Promise<void> {
  await Promise.race([attempts, new Promise((resolve) => setTimeout(resolve, CALL_LIMIT_MS).unref())])
}
