import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ImportState } from '../../../db/import-tables.ts'
import { db, type Transaction } from '../../../platform/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { toName } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { finishRun, isAlreadyOpen, withinCallLimit } from '../../runs/commands.server.ts'
import { HISTORY_DAYS } from '../../runs/runs.ts'
import { IMPORT_FILE_LIMIT } from './imports.ts'
import type { ImportRefusal } from './messages.ts'
import { importRun } from './work-on-import.server.ts'
import { readRun } from './work-on-reading.server.ts'

type Result = { ok: true } | { ok: false; reason: ImportRefusal }

const CHUNK_BYTES = 512 * 1024
const NAME_LENGTH = 200
const TAKEOVER_S = 30 // the request works first; the job takes over after a crash

/** A file that the user uploads. */
export interface ImportFile {
  name: string
  pieces: AsyncIterable<Uint8Array>
}

/**
 * Stores a file in chunks as it arrives, in place of an earlier import, and reads it as a run. This call works on the
 * run for 20 s at most; jobs do the rest. Refused while the account's earlier import is running.
 */
export async function keepFile(operator: Operator, { name, pieces }: ImportFile): Promise<Result> {
  const importId = uuidv7()
  if (!(await beginUpload(operator, importId, toName(name, NAME_LENGTH) || 'upload')))
    return { ok: false, reason: 'running' }
  const stored = await storePieces(operator, importId, pieces)
  const runId = stored.ok ? await beginReading(operator, importId, stored.bytes) : undefined
  if (runId !== undefined) {
    await withinCallLimit(readRun.work(runId))
    return { ok: true }
  }
  await deleteImport(operator, importId)
  return stored.ok ? { ok: false, reason: 'running' } : stored
}

const beginUpload = (operator: Operator, id: string, fileName: string): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    await trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()
    const underWay = await trx
      .selectFrom('imports')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('state', 'in', ['reading', 'importing'])
      .executeTakeFirst()
    if (underWay) return false
    await trx.deleteFrom('imports').where(isOwn(operator, 'userId')).execute()
    await trx.insertInto('imports').values({ id, userId: operator.id, fileName }).execute()
    return true
  })

async function storePieces(
  operator: Operator,
  importId: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ ok: true; bytes: number } | { ok: false; reason: ImportRefusal }> {
  let bytes = 0
  let number = 0
  try {
    for await (const chunk of inChunks(pieces)) {
      bytes += chunk.length
      if (bytes > IMPORT_FILE_LIMIT.bytes) return { ok: false, reason: 'too-large' }
      if (!(await storeChunk(operator, { importId, number, bytes: chunk })))
        return { ok: false, reason: 'gone' }
      number += 1
    }
  } catch (error) {
    if (isBrokenOff(error)) return { ok: false, reason: 'broken-off' }
    throw error
  }
  return bytes > 0 ? { ok: true, bytes } : { ok: false, reason: 'no-file' }
}

// Postgres errors have a code; other errors come from a client that disconnected.
const isBrokenOff = (error: unknown) =>
  error instanceof Error && !('severity' in error) && /terminated|end of|aborted|hang up/i.test(error.message)

async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Stores a chunk; returns false if the import was replaced in the meantime. */
const storeChunk = (
  operator: Operator,
  { importId, number, bytes }: { importId: string; number: number; bytes: Buffer },
): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const isThere = await lockImport(trx, operator, importId, ['uploading'])
    if (isThere) await trx.insertInto('importChunks').values({ importId, number, bytes }).execute()
    return isThere
  })

/** Locks an import of the account. Returns false if it is deleted or has another state. */
async function lockImport(
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

const beginReading = (operator: Operator, importId: string, bytes: number): Promise<string | undefined> =>
  unlessOpen(
    writeAs(operator, async (trx) => {
      const runId = await readRun.startIn(trx, operator, { input: {}, total: 0, delayS: TAKEOVER_S })
      await trx
        .updateTable('imports')
        .set({ state: 'reading', bytes, runId })
        .where(isOwn(operator, 'userId'))
        .where('id', '=', importId)
        .execute()
      return runId
    }),
  )

// A run that just ended may still be open for a moment.
async function unlessOpen<T>(starting: Promise<T>): Promise<T | undefined> {
  try {
    return await starting
  } catch (error) {
    if (isAlreadyOpen(error)) return undefined
    throw error
  }
}

/**
 * Imports the articles that were found in a file as a run, or continues an import that was stopped. Without `updates`,
 * existing articles stay as they are.
 */
export async function startImport(
  operator: Operator,
  { importId, asDrafts, updates }: { importId: string; asDrafts: boolean; updates: boolean },
): Promise<Result> {
  const started = await unlessOpen(
    writeAs(operator, async (trx): Promise<Result> => {
      if (!(await lockImport(trx, operator, importId, ['read', 'stopped'])))
        return { ok: false, reason: 'gone' }
      if (!updates) await leaveChanged(trx, importId)
      const total = await countWaiting(trx, importId)
      if (total === 0) return { ok: false, reason: 'nothing-to-do' }
      const runId = await importRun.startIn(trx, operator, { input: {}, total })
      await trx
        .updateTable('imports')
        .set({ state: 'importing', asDrafts, runId })
        .where(isOwn(operator, 'userId'))
        .where('id', '=', importId)
        .execute()
      return { ok: true }
    }),
  )
  return started ?? { ok: false, reason: 'running' }
}

const leaveChanged = (trx: Transaction, importId: string) =>
  trx
    .updateTable('importRecords')
    .set({ outcome: 'unchanged', record: null })
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

/** Deletes the record of an import that is not running, or of one whose file is being read. Imported articles stay. */
export async function discardImport(operator: Operator, importId: string): Promise<void> {
  const runId = await deleteImport(operator, importId)
  if (runId) await finishRun(runId)
}

async function deleteImport(operator: Operator, importId: string): Promise<string | null | undefined> {
  const gone = await writeAs(operator, (trx) =>
    trx
      .deleteFrom('imports')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', importId)
      .where('state', '!=', 'importing')
      .returning(['runId', 'state'])
      .executeTakeFirst(),
  )
  return gone?.state === 'reading' ? gone.runId : undefined
}

/** Deletes files that were not imported within a day, and reports as old as the history of runs. */
export async function pruneImports(): Promise<void> {
  await db
    .deleteFrom('imports')
    .where(
      sql<boolean>`created_at < now() - case
        when state in ('importing', 'done') then make_interval(days => ${HISTORY_DAYS}) else interval '1 day' end`,
    )
    .execute()
}
