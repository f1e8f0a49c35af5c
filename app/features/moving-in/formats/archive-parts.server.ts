import { collect, type SourceFile, toMegabytes, UnreadableFile } from './formats.ts'
import { listZip } from './read-zip.server.ts'

// Notion writes a large export as several archives in one; Tumblr has its posts in one.
const PART = /(?:-Part-\d+|(?:^|\/)posts)\.zip$/i

/**
 * Returns the files of an archive with those of the archives that Notion and Tumblr put in it. Archives in these are not
 * opened. Those that are opened are in memory, so all of them together have a limit.
 */
export async function openParts(
  files: SourceFile[],
  limits: { files: number; archiveBytes: number; unpackedBytes: number; wholeBytes: number },
): Promise<SourceFile[]> {
  const parts = files.filter(({ name }) => PART.test(name))
  if (parts.length === 0) return files
  const opened = files.filter(({ name }) => !PART.test(name))
  let left = limits.wholeBytes
  for (const part of parts) {
    const bytes = Buffer.concat(await collect(takeUpTo(part, left)))
    left -= bytes.length
    async function* openAt(start: number, end: number) {
      yield await Promise.resolve(bytes.subarray(start, end))
    }
    const archive = { ...part, bytes: bytes.length, open: () => openAt(0, bytes.length), openAt }
    opened.push(...(await listZip(archive, limits)))
    if (opened.length > limits.files) throw new UnreadableFile(TOO_MANY)
  }
  return opened
}

const TOO_MANY =
  'The archives in this one have too many files together. Unpack it, and import them one by one.'

async function* takeUpTo(file: SourceFile, most: number): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of file.open()) {
    count += piece.length
    if (count > most) throw new UnreadableFile(tooLarge(most))
    file.room?.take(file, count)
    yield piece
  }
}

const tooLarge = (most: number) =>
  `The archives in this one are larger than ${toMegabytes(most)} together. Unpack it, and import them one by one.`
