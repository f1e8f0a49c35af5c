import { sql } from 'kysely'
import { NIL, v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { db, type Transaction, transact } from '../../platform/store/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { isNotAllowed, isRefusedByPolicy, writeAs } from '../../platform/own-rows.server.ts'
import { write } from '../../platform/web/page-invalidation.server.ts'
import { enqueue, type JobKind } from '../../platform/work/queue.server.ts'
import { isStoreAway } from '../../platform/store/store-away.server.ts'
import type { Right } from '../../shared/rights.ts'
import { may, type Operator } from '../accounts/accounts.ts'
import { note } from '../accounts/record/commands.server.ts'
import type { Act } from '../accounts/record/record.ts'
import { insertItems, lockOpenRun, type RunItem } from './items.server.ts'
import { findOpenRun, findRun } from './queries.server.ts'
import { hasEnded, type Run, type RunFailure } from './runs.ts'

export { pruneRuns, removeOlderResults } from './prune.server.ts'

/** Does the next part of a run; returns true if there was one. */
type DoNext = () => Promise<boolean>

interface OpenRun<Input> {
  id: string
  operator: Operator
  input: Input
}

type Result = Run['results'][number]

interface RunDefinition<Input> {
  kind: string
  /** The input of a run. It is stored, so that another process can continue the run. */
  input: z.ZodType<Input>
  /** The right that its person needs in each slice, because a policy may hide rows from a person without it. */
  right?: Right
  /** Loads the data that every part needs. It is called once for each slice of the run. */
  prepare: (run: OpenRun<Input>) => DoNext | Promise<DoNext>
  /** Changes the rows that wait for a run, in the transaction that ends it with an error. */
  noteFailure?: (trx: Transaction, runId: string) => Promise<void>
  /** Returns the result of a part as the API shows it, if it is stored in another way: with a reason for a sentence. */
  sayResult?: (result: Result) => Result
  /** Is called after each slice of a run. */
  tidyUp?: (operator: Operator) => Promise<void>
  /**
   * After an error the run ends with its results so far, or the job retries it, as while the store is away and after a change
   * of its person's role. Default: `end`.
   */
  onError?: 'end' | 'retry'
  /** The number of runs of this kind that run concurrently, each for another account. Default: one. */
  sideBySide?: number
}

interface NewRun<Input> {
  /** Given by a screen that follows the run from its beginning. */
  id?: string | undefined
  input: Input
  total: number
  /** Seconds before the job of the run starts. */
  delayS?: number
  /** The line of the account's record that says who asked for the run. */
  line?: [Act, string] | undefined
}

interface RunKind<Input> {
  /**
   * Stores a run and its job in the caller's transaction; returns the run's id. Throws if the id is taken. Throws too if
   * the kind allows one run at a time and the account has an open one.
   */
  startIn: (trx: Transaction, operator: Operator, run: NewRun<Input>) => Promise<string>
  /** Stores a run and its job; returns the run's id, or undefined while the account has an open run of this kind. */
  start: (operator: Operator, run: NewRun<Input>) => Promise<string | undefined>
  /** Works on an open run for `sliceMs`, 30 s by default. Another job does the rest. */
  work: (runId: string, sliceMs?: number) => Promise<void>
  job: JobKind
}

const SLICE_MS = 30_000 // the queue takes a longer job for dead

const payload = z.object({ runId: z.uuid() })

/** Ends a run of each kind. A run of a kind that is not here belongs to a later version, which knows how to end it. */
export const failures = new Map<string, (runId: string) => Promise<void>>()

const sayers = new Map<string, (result: Result) => Result>()

/** Returns a run with its results as the API shows them. */
export function sayResults(run: Run): Run {
  const sayResult = sayers.get(run.kind)
  return sayResult ? { ...run, results: run.results.map(sayResult) } : run
}

/** Defines a kind of long work. Returns its job, and the functions that start it and work on it. */
export function defineRun<Input extends object>(definition: RunDefinition<Input>): RunKind<Input> {
  const { kind, right, onError = 'end', sideBySide = 1 } = definition

  async function startRunIn(trx: Transaction, operator: Operator, run: NewRun<Input>): Promise<string> {
    const { id = uuidv7(), total, input, delayS, line } = run
    await trx
      .insertInto('runs')
      .values({ id, userId: operator.id, kind, total, input: JSON.stringify(input) })
      .execute()
    await enqueueRun(trx, { id, kind }, delayS)
    if (line) await note(trx, operator, line)
    return id
  }

  async function startRun(operator: Operator, run: NewRun<Input>): Promise<string | undefined> {
    try {
      return await writeAs(operator, (trx) => startRunIn(trx, operator, run))
    } catch (error) {
      if (isAlreadyOpen(error)) return undefined
      throw error
    }
  }

  async function workOnRun(id: string, sliceMs = SLICE_MS): Promise<void> {
    const run = await findOpenRun(id)
    if (!run) return
    const { operator } = run
    if (isForbiddenNow(run, right)) return failRun(id)
    try {
      const doNext = await definition.prepare({ id, operator, input: definition.input.parse(run.input) })
      const isOver = await doWithin(sliceMs, doNext)
      await (isOver ? finishRun(id) : transact((trx) => continueLater(trx, { id, kind })))
    } catch (error) {
      if (isPassing(error) || (onError === 'retry' && !isForbidden(error, operator))) throw error
      log.error({ err: error, run: id, kind }, 'run.failed')
      await failRun(id)
    }
    await definition.tidyUp?.(operator)
  }

  const failRun = (id: string) =>
    transact(async (trx) => {
      await finishIn(trx, id, 'stopped-unexpectedly')
      await definition.noteFailure?.(trx, id)
    })
  failures.set(kind, failRun)
  if (definition.sayResult) sayers.set(kind, definition.sayResult)

  const job: JobKind = {
    name: toRunJob(kind),
    batchSize: 1, // no account waits for the run of another
    batches: sideBySide,
    work: (data) => workOnRun(payload.parse(data).runId),
  }
  return { startIn: startRunIn, start: startRun, work: workOnRun, job }
}

// The person has left the account, or has lost the right.
const isForbiddenNow = ({ operator, isOver }: { operator: Operator; isOver: boolean }, right?: Right) =>
  isOver || (right !== undefined && !may(operator, right))

// The store comes back, and another try reads a role that was changed in the meantime.
const isPassing = (error: unknown) => isStoreAway(error) || isNotAllowed(error)

// The person lost the right in the meantime. Another try would be refused, too.
const isForbidden = (error: unknown, { member }: Operator) => member !== undefined && isRefusedByPolicy(error)

async function doWithin(sliceMs: number, doNext: DoNext): Promise<boolean> {
  const until = performance.now() + sliceMs
  while (performance.now() < until) if (!(await doNext())) return true
  return false
}

const toRunJob = (kind: string) => `${kind}-run`

/** Enqueues the job that works on an open run, in the caller's transaction. */
export const enqueueRun = (trx: Transaction, run: { id: string; kind: string }, delayS = 0): Promise<void> =>
  enqueue(trx, { name: toRunJob(run.kind), data: { runId: run.id }, delayS })

// A call works on a run while its job waits. With a second job, two processes would work on the run.
async function continueLater(trx: Transaction, run: { id: string; kind: string }): Promise<void> {
  const { rows } = await sql`
    select from pgboss.job where name = ${toRunJob(run.kind)} and data->>'runId' = ${run.id}
      and state in ('created', 'retry')`.execute(trx)
  if (rows.length === 0) await enqueueRun(trx, run)
}

/** Does the slow work of a part. Returns the function that writes it, in one transaction with the next cursor. */
type Step<Cursor> = (cursor: Cursor) => Promise<(trx: Transaction) => Promise<StepResult<Cursor>>>

/** The size of the part that a step wrote, and the cursor of the next part. */
export interface StepResult<Cursor> {
  /** The number of the run's parts that were done. */
  size: number
  next: Cursor
}

interface StepTable<Cursor extends { step: string }> {
  cursor: z.ZodType<Cursor>
  first: Cursor
  /** The work at each step. A step without an entry ends the run. */
  steps: Record<string, Step<Cursor>>
  /** Identifies a part of a run. */
  toPartId: (cursor: Cursor) => string
  /** The outcome under which every part is counted. */
  outcome: string
}

/**
 * Returns the function that does a run part by part, following its steps. Each part is written together with the cursor
 * of the next one. It is written only once, even if several processes work on the run.
 */
export function inSteps<Cursor extends { step: string }>(
  { id, operator }: OpenRun<unknown>,
  { cursor, first, steps, toPartId, outcome }: StepTable<Cursor>,
): DoNext {
  return async () => {
    const run = await findRun(operator, id, { latest: 1 })
    if (!run || hasEnded(run)) return false
    const at = run.results[0] ? cursor.parse(run.results[0]) : first
    const step = steps[at.step]
    if (!step) return false
    const writePart = await step(at)
    await write((trx) =>
      executeItemOnce(trx, id, {
        itemId: toPartId(at),
        async work() {
          const { size, next } = await writePart(trx)
          return { outcome, size, result: next }
        },
      }),
    )
    return true
  }
}

/** The part of a walk: its last row, or undefined if none was left, and the number of the run's parts that were done. */
export interface WalkPart {
  last: string | undefined
  size: number
}

interface Walk {
  /** Each step, in their order. It prepares the part behind a row, and returns the function that writes it. */
  steps: Record<string, (after: string) => Promise<(trx: Transaction) => Promise<WalkPart>>>
  outcome: string
}

const walkCursor = z.object({ step: z.string(), after: z.uuid() })

/** Returns the function that does a run whose steps read rows in the order of their ids, as `inSteps` does it. */
export function inWalk(run: OpenRun<unknown>, { steps, outcome }: Walk): DoNext {
  const names = Object.keys(steps)
  const toStep =
    (prepare: Walk['steps'][string], place: number): Step<z.output<typeof walkCursor>> =>
    async ({ step, after }) => {
      const writePart = await prepare(after)
      return async (trx) => {
        const { last, size } = await writePart(trx)
        const following = { step: names[place + 1] ?? 'done', after: NIL }
        return { size, next: last === undefined ? following : { step, after: last } }
      }
    }
  return inSteps(run, {
    cursor: walkCursor,
    first: { step: names[0] ?? 'done', after: NIL },
    outcome,
    toPartId: ({ step, after }) => `${step}:${after}`,
    steps: Object.fromEntries(
      Object.entries(steps).map(([name, prepare], place) => [name, toStep(prepare, place)]),
    ),
  })
}

/** Returns true if a run was refused because the account has an open one of its kind. */
export const isAlreadyOpen = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'runs_one_open_key'

/** Records that one part of a run is done. Harmless to repeat, and after the run has ended. */
export function recordItem(runId: string, item: RunItem): Promise<void> {
  const { itemId } = item
  return db
    .transaction()
    .execute((trx) => executeItemOnce(trx, runId, { itemId, work: () => Promise.resolve(item) }))
}

/**
 * Does one part of a run and records it, in the caller's transaction. Does nothing if the run has ended or the part is
 * recorded already. Other parts of the run wait for it, so `work` must be short.
 */
export async function executeItemOnce(
  trx: Transaction,
  runId: string,
  { itemId, work }: { itemId: string; work: () => Promise<Omit<RunItem, 'itemId'>> },
): Promise<void> {
  const run = await lockOpenRun(trx, runId)
  if (!run || (await listDone(trx, runId, [itemId])).has(itemId)) return
  await insertItems(trx, { ...run, id: runId }, [{ itemId, ...(await work()) }])
}

/**
 * Records parts of an open run that were done in the caller's transaction. Only the recording waits for other parts. So
 * the caller locks its parts first, and then leaves out those in `listDone`.
 */
export async function recordItems(trx: Transaction, runId: string, items: RunItem[]): Promise<void> {
  if (items.length === 0) return
  const run = await lockOpenRun(trx, runId)
  if (!run) throw new Error('The run has ended.') // nothing of its parts is stored
  await insertItems(trx, { ...run, id: runId }, items)
}

/** Returns those ids whose parts of a run are recorded. */
export async function listDone(trx: Transaction, runId: string, itemIds: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('runItems')
    .select('itemId')
    .where('runId', '=', runId)
    .where('itemId', '=', sql<string>`any(${itemIds}::text[])`)
    .execute()
  return new Set(rows.map(({ itemId }) => itemId))
}

/**
 * Ends a run: `done`, or `failed` with the reason. The total of a done run becomes the number of parts that
 * were done, because others may have disappeared. Harmless to repeat.
 */
export async function finishRun(runId: string, error: RunFailure | null = null): Promise<void> {
  await transact((trx) => finishIn(trx, runId, error))
}

async function finishIn(trx: Transaction, runId: string, error: RunFailure | null): Promise<void> {
  await trx
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

const CALL_LIMIT_MS = 20_000

/** Waits for the first attempts of a call, 20 s at most. Jobs do the rest. */
export async function withinCallLimit(attempts: Promise<unknown>): Promise<void> {
  const made = attempts.catch((error: unknown) => {
    if (!isNotAllowed(error)) throw error // a role that was taken just now: the job goes on with the new one
  })
  await Promise.race([made, new Promise((resolve) => setTimeout(resolve, CALL_LIMIT_MS).unref())])
}
