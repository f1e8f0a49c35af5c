import { fromBufferPromise, type Entry } from 'yauzl'
import { type SourceFile, UnreadableFile } from './files.ts'

/** Returns true if these are the first bytes of a ZIP archive. */
export const isZip = (head: Uint8Array) =>
  head[0] === 0x50 && head[1] === 0x4b && [0x03, 0x05].includes(head[2] ?? 0)

/**
 * Returns the files of a ZIP archive, each unpacked only when it is opened. Refuses an archive with more files or
 * unpacked bytes than allowed, by the sizes in its directory. A file that unpacks to another size is refused later.
 * Nothing is written to disk, and an archive with links, or with names that lead out of it, is refused.
 */
export async function listZip(
  bytes: Buffer,
  limits: { files: number; unpackedBytes: number },
): Promise<SourceFile[]> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > limits.files) throw new UnreadableFile(tooManyFiles(limits.files))
    const files: SourceFile[] = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      if (isFolder(entry)) continue
      if (isLink(entry)) throw new UnreadableFile(UNSAFE)
      unpacked += entry.uncompressedSize
      if (unpacked > limits.unpackedBytes) throw new UnreadableFile(tooLargeUnpacked(limits.unpackedBytes))
      const open = () => zip.openReadStreamPromise(entry)
      files.push({ name: entry.fileName, bytes: entry.uncompressedSize, open: () => opened(open) })
    }
    return files
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(UNSAFE, { cause: error })
  }
}

const UNSAFE = 'This ZIP archive is damaged or unsafe. Make it again, and try once more.'

// Unix keeps the kind of a file in the upper half of its attributes.
const isLink = ({ externalFileAttributes }: Entry) =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const isFolder = ({ fileName }: Entry) => fileName.endsWith('/')

async function* opened(open: () => Promise<AsyncIterable<Buffer>>): AsyncGenerator<Uint8Array> {
  try {
    yield* await open()
  } catch (error) {
    throw new UnreadableFile('It cannot be unpacked: it is damaged, or encrypted.', { cause: error })
  }
}

const tooManyFiles = (most: number) =>
  `This ZIP archive has more than ${most.toLocaleString('en-US')} files. Split it, and import its parts.`

/** Thrown if a file unpacks to more bytes than allowed. */
export const tooLargeUnpacked = (bytes: number) =>
  `This file is larger than ${Math.round(bytes / 1024 / 1024)} MB when it is unpacked. Split it, and import its parts.`
