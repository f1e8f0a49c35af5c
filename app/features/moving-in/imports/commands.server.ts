import { sql } from 'kysely'
import type { ImportState } from '../../../db/import-tables.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { finishRun, isAlreadyOpen } from '../../runs/commands.server.ts'
import { HISTORY_DAYS } from '../../runs/runs.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { countItems } from './found-items.server.ts'
import { type ImportChoices, type ImportInput, LATER_RUNS, PICTURES_RUN, TAKE_BACK_RUN } from './imports.ts'
import type { ImportRefusal } from './messages.ts'
import { countPicturesLeft } from './queries.server.ts'
import { beginPictures, importRun, readInput, updateRunOfImport } from './work-on-import.server.ts'
import { takeBackRun } from './work-on-take-back.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** The result of a request: done, or the reason of a refusal. */
export type Result = { ok: true } | Refusal<ImportRefusal>

/** Locks an import of the account. Returns false if it is deleted or has another state. */
export async function lockImport(
  trx: Transaction,
  operator: Operator,
  ...[id, states]: [string, ImportState[]]
): Promise<boolean> {
  const row = await trx
    .selectFrom('imports')
    .select('id')
    .where(isOwn(operator, 'userId'))
    .where('id', '=', id)
    .where('state', 'in', states)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true while a run fetches the pictures of an import, or takes it back. */
const isAtWork = async (trx: Transaction, importId: string): Promise<boolean> => {
  const run = await trx
    .selectFrom('imports')
    .innerJoin('runs', 'runs.id', 'runId')
    .select('runs.id')
    .where('imports.id', '=', importId)
    .where('kind', 'in', LATER_RUNS)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return run !== undefined
}

/** Starts a run. Returns undefined if the account has an open one: a run that just ended may be open for a moment. */
export async function unlessOpen<T>(starting: Promise<T>): Promise<T | undefined> {
  try {
    return await starting
  } catch (error) {
    if (isAlreadyOpen(error)) return undefined
    throw error
  }
}

/**
 * Imports the articles that were found in a file, as a run. Without `updates`, existing articles stay as they are. The
 * run stores the author and the sites, so that it continues with them.
 */
export async function startImport(
  operator: Operator,
  importId: string,
  { asDrafts, updates, ...input }: ImportChoices,
): Promise<Result> {
  const { available, reviewed } = await findSiteIds(operator)
  if (!input.siteIds.every((id) => available.has(id))) return refuse('site-unavailable')
  const isUnseen = !asDrafts && input.siteIds.some((id) => reviewed.has(id))
  if (isUnseen || (updates && reviewed.size > 0)) return refuse('review-needed')
  return beginImporting(operator, importId, {
    from: 'read',
    async prepareIn(trx) {
      if (!updates) await leaveChanged(trx, importId)
      await trx.updateTable('imports').set({ asDrafts }).where('id', '=', importId).execute()
      return input
    },
  })
}

/** Continues an import that was stopped, with the choices it was started with. */
export const continueImport = (operator: Operator, importId: string): Promise<Result> =>
  beginImporting(operator, importId, { from: 'stopped', prepareIn: (trx) => readInput(trx, importId) })

interface Beginning {
  from: ImportState
  /** Stores the choices of the user, and returns the input of the run. */
  prepareIn: (trx: Transaction) => Promise<ImportInput>
}

async function beginImporting(
  operator: Operator,
  importId: string,
  { from, prepareIn }: Beginning,
): Promise<Result> {
  const starting = unlessOpen(
    writeAs(operator, async (trx): Promise<Result> => {
      if (!(await lockImport(trx, operator, importId, [from]))) return refuse('gone')
      if (await isAtWork(trx, importId)) return refuse('running')
      const input = await prepareIn(trx)
      const total = await countWaiting(trx, importId)
      // A stopped one may have links to set, or pictures to bring over. A throw does not store the choices.
      if (total === 0 && from === 'read') throw new NothingToDo()
      const runId = await importRun.startIn(trx, operator, { input, total })
      if (total > 0) await note(trx, operator, ['imported', `${total} articles`])
      await trx
        .updateTable('imports')
        .set({ state: 'importing', problem: null, runId })
        .where(isOwn(operator, 'userId'))
        .where('id', '=', importId)
        .execute()
      return { ok: true }
    }),
  )
  try {
    return (await starting) ?? refuse('running')
  } catch (error) {
    if (error instanceof NothingToDo) return refuse('nothing-to-do')
    throw error
  }
}

class NothingToDo extends Error {}

const leaveChanged = (trx: Transaction, importId: string) =>
  trx
    .updateTable('importRecords')
    .set({ outcome: 'unchanged', record: null, plannedFor: null })
    .where('importId', '=', importId)
    .where('found', '=', 'changed')
    .where('record', 'is not', null)
    .execute()

async function countWaiting(trx: Transaction, importId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('importRecords')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('importId', '=', importId)
    .where('record', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Stops the account's import. Imported articles stay, and the rest can be imported later. */
export async function stopImport(operator: Operator): Promise<void> {
  const stopped = await writeAs(operator, (trx) =>
    trx
      .updateTable('imports')
      .set({ state: 'stopped' })
      .where(isOwn(operator, 'userId'))
      .where('state', '=', 'importing')
      .returning('runId')
      .executeTakeFirst(),
  )
  if (stopped?.runId) await finishRun(stopped.runId)
}

/** Fetches the pictures of imported articles from other hosts, as a run. What cannot be fetched stays where it is. */
export async function startPictures(operator: Operator, importId: string): Promise<Result> {
  const limit = { name: 'import-pictures', of: operator.id, most: 20, windowS: 3600 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('too-often')
  const total = await countPicturesLeft(operator, importId)
  if (total === 0) return refuse((await hasImport(operator, importId)) ? 'no-pictures' : 'gone')
  const started = await unlessOpen(
    writeAs(operator, async (trx): Promise<Result> => {
      if (!(await lockImport(trx, operator, importId, ['done']))) return refuse('gone')
      if (await isAtWork(trx, importId)) return refuse('running')
      await beginPictures(trx, operator, { importId, total })
      return { ok: true }
    }),
  )
  return started ?? refuse('running')
}

/** Stops the run that fetches pictures. Articles that are rewritten stay so. */
export async function stopPictures(operator: Operator): Promise<void> {
  const run = await readAs(operator, (trx) =>
    trx
      .selectFrom('imports')
      .innerJoin('runs', 'runs.id', 'runId')
      .select('runs.id')
      .where(isOwn(operator, 'imports.userId'))
      .where('kind', '=', PICTURES_RUN)
      .executeTakeFirst(),
  )
  if (run) await finishRun(run.id)
}

/**
 * Deletes the record of an import, and ends the run that reads its file or fetches its pictures. Imported articles stay.
 * Refused while it imports, and while it is being taken back, because its record says what is left to do.
 */
export async function discardImport(operator: Operator, importId: string): Promise<Result> {
  const gone = await writeAs(operator, (trx) =>
    trx
      .deleteFrom('imports')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', importId)
      .where('state', '!=', 'importing')
      .where(sql<boolean>`not exists (
        select from runs where runs.id = run_id and kind = ${TAKE_BACK_RUN} and finished_at is null)`)
      .returning('runId')
      .executeTakeFirst(),
  )
  if (gone?.runId) await finishRun(gone.runId)
  if (gone) return { ok: true }
  return refuse((await hasImport(operator, importId)) ? 'running' : 'gone')
}

const hasImport = (operator: Operator, importId: string): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const own = trx.selectFrom('imports').select('id').where(isOwn(operator, 'userId'))
    return (await own.where('id', '=', importId).executeTakeFirst()) !== undefined
  })

/**
 * Takes an import back, as a run: deletes the articles that came in, and gives updated ones their earlier text. Articles that
 * were changed since stay.
 */
export async function takeBackImport(operator: Operator, importId: string): Promise<Result> {
  const limit = { name: 'take-back-import', of: operator.id, most: 20, windowS: 3600 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('too-often')
  const started = await unlessOpen(
    writeAs(operator, async (trx): Promise<Result> => {
      if (!(await lockImport(trx, operator, importId, ['done', 'stopped']))) return refuse('gone')
      if (await isAtWork(trx, importId)) return refuse('running')
      const { deletable, restorable, touched } = await countItems(trx, operator, importId)
      if (deletable + restorable === 0) return refuse('nothing-to-take-back')
      const input = { ...(await readInput(trx, importId)), importId }
      const total = deletable + restorable + touched
      const runId = await takeBackRun.startIn(trx, operator, { input, total })
      await note(trx, operator, ['import-taken-back', `${total} articles`])
      await updateRunOfImport(trx, operator, { importId, runId })
      return { ok: true }
    }),
  )
  return started ?? refuse('running')
}

/**
 * Deletes uploads whose process ended while they arrived, files that were not imported within a day, and reports as old
 * as the history of runs. A stopped import that brought articles has a report, too: it can be taken back. While a run works
 * on an import, it stays.
 */
export async function pruneImports(): Promise<void> {
  await db
    .deleteFrom('imports')
    .where(
      sql<boolean>`created_at < now() - case
        when state in ('importing', 'done') or state = 'stopped' and exists (
          select from import_records where import_id = imports.id and outcome in ('created', 'updated'))
          then make_interval(days => ${HISTORY_DAYS})
        when state = 'uploading' then interval '2 hours' else interval '1 day' end`,
    )
    .where(sql<boolean>`not exists (select from runs where runs.id = run_id and finished_at is null)`)
    .execute()
}
