import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { splitLines } from '../../shared/lines.ts'

const FORMAT = 'broadsheet-backup'
const VERSION = 1
const SEAL = /^\{"sha256":"([0-9a-f]{64})"\}$/

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  createdAt: z.iso.datetime(),
  /** The id of the key that sealed the store, never the key. Unknown in older backups. */
  keyId: z.string().optional(),
  migrations: z.array(z.string()),
  /**
   * In an order that satisfies foreign keys, without generated columns. `written` changes with every write to the
   * table, as long as it is in the same store.
   */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().min(0),
      written: z.string(),
    }),
  ),
})

/** The first line of a backup: the time, the version of the database, and the list of tables. */
export type BackupHeader = Omit<z.output<typeof header>, 'format' | 'version'>

/** One table in the header of a backup. */
export type BackupTable = BackupHeader['tables'][number]

/** One row of a table, as JSON that the database wrote. */
export interface BackupRow {
  table: string
  json: string
}

/** A file is no backup, is incomplete, or was changed after it was written. */
export class BackupDamagedError extends Error {}

/**
 * Writes a backup as gzip. The first line is the header. Then comes a line for each row, with the table name and JSON.
 * The last line has the SHA-256 of all lines before. The file gets its name only when it is complete and synced to the
 * disk.
 */
export async function writeBackupFile(
  file: string,
  { head, rows }: { head: BackupHeader; rows: AsyncIterable<BackupRow> },
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.part`
  try {
    // The file holds password hashes, so only its owner may read it.
    await pipeline(
      toLines(head, rows),
      createGzip({ level: 3 }),
      createWriteStream(temporary, { mode: 0o600 }),
    )
    await sync(temporary)
    await rename(temporary, file)
    await sync(dirname(file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function* toLines(head: BackupHeader, rows: AsyncIterable<BackupRow>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const toLine = (text: string) => {
    hash.update(`${text}\n`)
    return `${text}\n`
  }
  yield toLine(JSON.stringify({ format: FORMAT, version: VERSION, ...head }))
  for await (const { table, json } of rows) yield toLine(`${JSON.stringify(table)}:${json}`)
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/**
 * Yields the header of a backup, then its rows in order. Throws BackupDamagedError if the file was changed or cut, at
 * the latest after the last row. Trust no row before the end is reached.
 */
export async function* readBackupFile(file: string): AsyncGenerator<BackupHeader | BackupRow> {
  try {
    yield* readItems(file)
  } catch (error) {
    if (isMissing(error)) throw error
    const reason = error instanceof IncompleteError ? error.message : 'it cannot be read'
    throw new BackupDamagedError(`${file} is no whole backup: ${reason}. Nothing was changed.`, {
      cause: error,
    })
  }
}

/** Returns the header of a backup without checking the rest; undefined for a file that has none. */
export async function readBackupHeader(file: string): Promise<BackupHeader | undefined> {
  try {
    for await (const item of readItems(file)) return 'json' in item ? undefined : item
  } catch {
    return undefined
  }
}

class IncompleteError extends Error {}

async function* readItems(file: string): AsyncGenerator<BackupHeader | BackupRow> {
  const hash = createHash('sha256')
  let head: BackupHeader | undefined
  let seal: string | undefined
  for await (const line of readLines(file)) {
    if (seal) throw new IncompleteError('something follows its end')
    seal = SEAL.exec(line)?.[1]
    if (seal) continue
    hash.update(`${line}\n`)
    if (head) yield toRow(line)
    else yield (head = parseHeader(line))
  }
  if (!seal) throw new IncompleteError('its end is missing')
  if (seal !== hash.digest('hex')) throw new IncompleteError('its checksum is wrong')
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function* readLines(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  // `splitLines` does not listen to the streams: destroying the second one passes an error on to it.
  const flow = pipeline(createReadStream(file), gunzip)
  flow.catch(() => gunzip.destroy())
  try {
    yield* splitLines(gunzip.setEncoding('utf8') as AsyncIterable<string>)
    await flow
  } finally {
    gunzip.destroy() // the caller may have stopped before the end
  }
}

function parseHeader(line: string): BackupHeader {
  const { format: _format, version: _version, ...head } = header.parse(JSON.parse(line))
  return head
}

function toRow(line: string): BackupRow {
  const end = line.indexOf('":{')
  return { table: z.string().parse(JSON.parse(line.slice(0, end + 1))), json: line.slice(end + 2) }
}
