import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { splitLines } from '../shared/lines.ts'

const FORMAT = 'broadsheet-backup'
const VERSION = 1
const SEAL = /^\{"sha256":"([0-9a-f]{64})"\}$/

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /**
   * In the order in which they can be filled; columns without generated ones. `written` changes with every write to
   * the table, as long as it is in the same store.
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

export type BackupHeader = Omit<z.output<typeof header>, 'format' | 'version'>

/** What a backup says of one table. */
export type BackupTable = BackupHeader['tables'][number]

/** One row as the database writes it as JSON. */
export interface BackupRow {
  table: string
  json: string
}

/** A file that is no backup, or not the whole of one, or not as it was written. */
export class BackupDamagedError extends Error {}

/**
 * Writes a backup: gzip, one JSON document a line; a header, a row per line with its table before it, and at the end a
 * SHA-256 of all lines before. The file has its name only once it is whole and on the disk.
 */
export async function writeBackupFile(
  file: string,
  { head, rows }: { head: BackupHeader; rows: AsyncIterable<BackupRow> },
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.part`
  try {
    // Hashes of passwords are in it: nobody else may read it.
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
 * Reads a backup: its header first, then its rows in order. Throws BackupDamagedError where it is not as it was
 * written, at the end at the latest: only a reading that came to its end may be trusted.
 */
export async function* readBackupFile(file: string): AsyncGenerator<BackupHeader | BackupRow> {
  try {
    yield* readItems(file)
  } catch (error) {
    if (isMissing(error)) throw error
    const what = error instanceof IncompleteError ? error.message : 'it cannot be read'
    throw new BackupDamagedError(`${file} is no whole backup: ${what}. Nothing was changed.`, {
      cause: error,
    })
  }
}

/** The header of a backup alone, which says nothing about the rest. Undefined for a file that has none. */
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
  // A failure of either stream has to reach the reader of the lines, which listens to none.
  const flow = pipeline(createReadStream(file), gunzip)
  flow.catch(() => gunzip.destroy())
  try {
    yield* splitLines(gunzip.setEncoding('utf8') as AsyncIterable<string>)
    await flow
  } finally {
    gunzip.destroy() // somebody may have read enough
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
