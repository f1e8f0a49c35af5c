import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { FilePart } from '../../../platform/file-parts.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { isStoreFailure } from '../../../platform/store/store-away.server.ts'
import { toSiteAddress } from '../../../shared/addresses.ts'
import { toName } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { lockImport, type Result, unlessOpen } from './commands.server.ts'
import { CHUNK_BYTES, IMPORT_FILE_LIMIT, limitImportFiles, LATER_RUNS, READ_LIMITS } from './imports.ts'
import { type ImportRefusal, readQuestion } from './messages.ts'
import { toUpload, type Upload, type UploadedFile } from './uploads.ts'
import { readingInput, readRun } from './work-on-reading.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

const NAME_LENGTH = 300
// The request works first. Then the job takes over, also after a crash.
const WORK_MS = 20_000
const TAKEOVER_S = 25

/** An upload: its size as the browser says it, and its files, which arrive once they are asked for. */
interface Arriving {
  bytes: number
  openFiles: () => AsyncIterable<FilePart>
  /** Returns the address of the old site as it was typed; it is there when the files are. */
  readFrom: () => string
}

/**
 * Receives the files of the operator within the limits of an account, as `keepFiles` does. Beyond the limits it asks for
 * no file, and returns the number of seconds to wait.
 */
export async function receiveFiles(
  operator: Operator,
  { bytes, openFiles, readFrom }: Arriving,
): Promise<Result | Refusal<'sent-too-often', { waitS: number }>> {
  const waitS = await consumeRateLimits(limitImportFiles(operator, bytes))
  return waitS > 0 ? refuse('sent-too-often', { waitS }) : keepFiles(operator, openFiles(), { readFrom })
}

interface Sending {
  most?: number
  readFrom?: Arriving['readFrom']
}

/**
 * Stores files in chunks as they arrive, in place of an earlier import, and reads them as a run. This call works on the
 * run for 20 s at most; jobs do the rest. Refused while the account's earlier import is running, for files of more than
 * `most` bytes together, and for an old site that is no web address.
 */
export async function keepFiles(
  operator: Operator,
  files: AsyncIterable<FilePart>,
  { most = IMPORT_FILE_LIMIT.bytes, readFrom }: Sending = {},
): Promise<Result> {
  const importId = uuidv7()
  if (!(await beginUpload(operator, importId))) return refuse('running')
  try {
    const stored = await insertFiles(operator, { importId, files, most })
    if (!stored.ok) return stored
    const typed = readFrom?.().trim() ?? ''
    const from = toSiteAddress(typed)
    if (typed !== '' && from === undefined) return refuse('no-web-address')
    const runId = await beginReading(operator, importId, { ...stored.upload, from })
    if (runId === undefined) return refuse('running')
    await withinCallLimit(readRun.work(runId, WORK_MS))
    return { ok: true }
  } finally {
    await deleteUpload(operator, importId)
  }
}

/** Deletes an upload that did not arrive completely. */
const deleteUpload = (operator: Operator, importId: string) =>
  writeAs(operator, (trx) =>
    trx
      .deleteFrom('imports')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', importId)
      .where('state', '=', 'uploading')
      .execute(),
  )

const beginUpload = (operator: Operator, id: string): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    await trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()
    const underWay = await trx
      .selectFrom('imports')
      .leftJoin('runs', 'runs.id', 'runId')
      .select('imports.id')
      .where(isOwn(operator, 'imports.userId'))
      .where((where) =>
        where.or([
          where('imports.state', 'in', ['reading', 'importing']),
          where.and([where('kind', 'in', LATER_RUNS), where('finishedAt', 'is', null)]),
        ]),
      )
      .executeTakeFirst()
    if (underWay) return false
    await trx.deleteFrom('imports').where(isOwn(operator, 'userId')).execute()
    await trx.insertInto('imports').values({ id, userId: operator.id, fileName: '' }).execute()
    return true
  })

type Stored = { ok: true; upload: Upload } | Refusal<ImportRefusal>

async function insertFiles(
  operator: Operator,
  { importId, files, most }: { importId: string; files: AsyncIterable<FilePart>; most: number },
): Promise<Stored> {
  const received: UploadedFile[] = []
  let bytes = 0
  let number = 0
  try {
    for await (const chunk of inChunks(joinFiles(files, received))) {
      bytes += chunk.length
      if (bytes > most) return refuse('too-large')
      if (received.length > READ_LIMITS.files) return refuse('too-many-files')
      if (!(await insertChunk(operator, { importId, number, bytes: chunk }))) return refuse('gone')
      number += 1
    }
  } catch (error) {
    if (isBrokenOff(error)) return refuse('broken-off')
    throw error
  }
  const upload = toUpload(received)
  return isRefusal(upload) ? upload : { ok: true, upload }
}

// Errors that are not of the store come from a client that disconnected.
const isBrokenOff = (error: unknown) =>
  error instanceof Error && !isStoreFailure(error) && /terminated|end of|aborted|hang up/i.test(error.message)

/** Returns the bytes of all files, one after the other, and notes the name and the size of each in `received`. */
async function* joinFiles(
  files: AsyncIterable<FilePart>,
  received: UploadedFile[],
): AsyncGenerator<Uint8Array> {
  for await (const { name, pieces } of files) {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      yield piece
    }
    // A form without a chosen file sends a part without a name.
    if (bytes > 0 || name !== '') received.push({ name: toName(name, NAME_LENGTH) || 'upload', bytes })
  }
}

/** Returns the bytes in chunks of the same size; only the last one may be smaller. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < CHUNK_BYTES) continue
    let rest = Buffer.concat(held)
    for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) yield rest.subarray(0, CHUNK_BYTES)
    held = [rest]
    size = rest.length
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Stores a chunk; returns false if the import was replaced in the meantime. */
const insertChunk = (
  operator: Operator,
  { importId, number, bytes }: { importId: string; number: number; bytes: Buffer },
): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const isThere = await lockImport(trx, operator, importId, ['uploading'])
    if (isThere) await trx.insertInto('importChunks').values({ importId, number, bytes }).execute()
    return isThere
  })

const beginReading = (
  operator: Operator,
  importId: string,
  { name: fileName, files, from }: Upload,
): Promise<string | undefined> =>
  unlessOpen(
    writeAs(operator, async (trx) => {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      await trx
        .updateTable('imports')
        .set({ fileName, bytes, files: JSON.stringify(files) })
        .where(isOwn(operator, 'userId'))
        .where('id', '=', importId)
        .execute()
      return startReading(trx, operator, { importId, files, from })
    }),
  )

/** Starts the run that reads an upload, in the caller's transaction. Returns the id of the run. */
async function startReading(
  trx: Transaction,
  operator: Operator,
  { importId, ...input }: { importId: string } & z.output<typeof readingInput>,
): Promise<string> {
  const runId = await readRun.startIn(trx, operator, { input, total: 0, delayS: TAKEOVER_S })
  await trx
    .updateTable('imports')
    .set({ state: 'reading', problem: null, runId })
    .where(isOwn(operator, 'userId'))
    .where('id', '=', importId)
    .execute()
  return runId
}

/** Reads an upload again, in the encoding that the operator chose for texts that do not say theirs. */
export async function chooseEncoding(
  operator: Operator,
  importId: string,
  encoding: string,
): Promise<Result> {
  const runId = await unlessOpen(
    writeAs(operator, async (trx) => {
      if (!(await lockImport(trx, operator, importId, ['asking']))) return null
      const { problem, input } = await trx
        .selectFrom('imports')
        .innerJoin('runs', 'runs.id', 'runId')
        .select(['problem', 'input'])
        .where(isOwn(operator, 'imports.userId'))
        .where('imports.id', '=', importId)
        .executeTakeFirstOrThrow()
      const offered = readQuestion(problem)?.samples ?? []
      if (!offered.some((sample) => sample.encoding === encoding)) return null
      return startReading(trx, operator, { importId, ...readingInput.parse(input), encoding })
    }),
  )
  if (!runId) return refuse(runId === null ? 'gone' : 'running')
  await withinCallLimit(readRun.work(runId, WORK_MS))
  return { ok: true }
}
