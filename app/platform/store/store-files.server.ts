import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'

const SEAL = 'seal.json'
const CHUNK = 1 << 20

/**
 * Syncs the files of a closed store to the disk and writes a seal: a file with the checksum of each, so that the next
 * start finds any damage. It takes a tenth of a second for some thousand articles.
 */
export function writeChecksums(dir: string): void {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
    ({ name }) => !name.startsWith(SEAL), // an old seal, or an incomplete one
  )
  const pathsOf = (kind: 'isFile' | 'isDirectory') =>
    entries.filter((entry) => entry[kind]()).map((entry) => join(entry.parentPath, entry.name))
  const chunk = Buffer.allocUnsafe(CHUNK)
  const sums = JSON.stringify(
    pathsOf('isFile').map((file) => [relative(dir, file), checksumFile(file, chunk, fsyncSync)]),
  )
  const seal = join(dir, SEAL)
  writeFileSync(`${seal}.part`, `${crc32(sums)} ${sums}`, { flush: true })
  renameSync(`${seal}.part`, seal)
  for (const folder of [...pathsOf('isDirectory'), dir]) syncFolder(folder)
}

/**
 * Checks and removes the seal of a store before it is opened. Returns false if there is no seal, because the store was
 * not closed. Throws an Error with the name of a changed file; then the seal stays.
 */
export function verifyAndRemoveChecksums(dir: string): boolean {
  const sums = readSeal(join(dir, SEAL))
  if (!sums) return false
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (const [file, sum] of sums) {
    const path = join(dir, file)
    if (!existsSync(path) || checksumFile(path, chunk) !== sum)
      throw new Error(`${file} is not as it was written`)
  }
  rmSync(join(dir, SEAL))
  syncFolder(dir) // otherwise a power cut may bring the seal back, and it would not match the store any more
  return true
}

/** Waits until every file of an open store is on the disk, at least as it is now. */
export async function syncFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  for (const entry of entries) await syncFile(join(entry.parentPath, entry.name))
  syncFolder(dir)
}

/** Syncs a folder to the disk, so that new and removed names in it survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    if (existsSync(path)) throw error // a missing file was removed in the meantime
  })
  await file?.sync()
  await file?.close()
}

function readSeal(file: string): [file: string, sum: number][] | undefined {
  if (!existsSync(file)) return undefined
  const [, sum, sums = ''] = /^(\d+) (.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
  return Number(sum) === crc32(sums) ? (JSON.parse(sums) as [string, number][]) : undefined
}

// `chunk` is a piece of memory for all files. Most files are much smaller than a new piece would be.
function checksumFile(file: string, chunk: Buffer, finish?: (descriptor: number) => void): number {
  const descriptor = openSync(file, 'r')
  let sum = 0
  for (let length = 1; length > 0;) {
    length = readSync(descriptor, chunk)
    sum = crc32(chunk.subarray(0, length), sum)
  }
  finish?.(descriptor)
  closeSync(descriptor)
  return sum
}
