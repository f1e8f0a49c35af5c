import { Readable } from 'node:stream'
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'
import { isStoreFailure } from '../../../platform/store/store-away.server.ts'
import { PICTURE } from './picture-files.ts'
import { collect, makeRoom, type SourceFile, toMegabytes, UnreadableFile } from './formats.ts'

/** Returns true if these are the first bytes of a ZIP archive. */
export const isZip = (head: Uint8Array) =>
  head[0] === 0x50 && head[1] === 0x4b && [0x03, 0x05].includes(head[2] ?? 0)

/**
 * Returns the files of a ZIP archive, each unpacked only when it is opened. Refuses an archive with more files or
 * unpacked bytes than allowed, by the sizes in its directory. A file that unpacks to another size is refused later.
 * Nothing is written to disk, and an archive with links, or with names that lead out of it, is refused.
 */
export async function listZip(
  file: SourceFile,
  limits: { files: number; archiveBytes: number; unpackedBytes: number },
): Promise<SourceFile[]> {
  try {
    const zip = await openZip(file)
    if (zip.entryCount > limits.files) throw new UnreadableFile(tooManyFiles(limits.files))
    const { encoding, room = makeRoom(limits.unpackedBytes) } = file
    const files: SourceFile[] = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      if (isFolder(entry)) continue
      if (isLink(entry)) throw new UnreadableFile(UNSAFE)
      if (!PICTURE.test(entry.fileName)) unpacked += entry.uncompressedSize // each of them has its own limit
      if (unpacked > limits.archiveBytes) throw new UnreadableFile(tooLargeUnpacked(limits.archiveBytes))
      const open = () => zip.openReadStreamPromise(entry)
      const known = { name: entry.fileName, bytes: entry.uncompressedSize, room, encoding }
      files.push({ ...known, open: () => opened(open) })
    }
    return files
  } catch (error) {
    throw toReadFailure(error)
  }
}

// The archive may lie in the store, which may be away.
const toReadFailure = (error: unknown) =>
  error instanceof UnreadableFile || isStoreFailure(error)
    ? error
    : new UnreadableFile(UNSAFE, { cause: error })

const OPTIONS = { lazyEntries: true, autoClose: false }

async function openZip({ bytes, open, openAt }: SourceFile): Promise<ZipFile> {
  if (bytes !== undefined && openAt)
    return fromRandomAccessReaderPromise(new PartReader(openAt, bytes), bytes, OPTIONS)
  return fromBufferPromise(Buffer.concat(await collect(open())), OPTIONS)
}

const PART_BYTES = 512 * 1024

type OpenAt = NonNullable<SourceFile['openAt']>

/** Reads parts of an archive, and keeps the last one: the directory and small files are read a few bytes at a time. */
class PartReader extends RandomAccessReader {
  readonly #openAt: OpenAt
  readonly #size: number
  #held = { start: 0, bytes: Buffer.alloc(0) }

  constructor(openAt: OpenAt, size: number) {
    super()
    this.#openAt = openAt
    this.#size = size
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = end - start > PART_BYTES ? this.#openAt(start, end) : this.#openPart(start, end)
    return Readable.from(bytes, { objectMode: false })
  }

  async *#openPart(start: number, end: number): AsyncGenerator<Uint8Array> {
    yield await this.#readPart(start, end - start)
  }

  async #readPart(position: number, length: number): Promise<Buffer> {
    const { start, bytes } = this.#held
    if (position >= start && position + length <= start + bytes.length)
      return bytes.subarray(position - start, position - start + length)
    const end = Math.min(this.#size, position + Math.max(length, PART_BYTES))
    const read = Buffer.concat(await collect(this.#openAt(position, end)))
    if (read.length < length) throw new UnreadableFile(UNSAFE)
    this.#held = { start: position, bytes: read }
    return read.subarray(0, length)
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
    if (isStoreFailure(error)) throw error
    throw new UnreadableFile('It cannot be unpacked: it is damaged, or encrypted.', { cause: error })
  }
}

const tooManyFiles = (most: number) =>
  `This ZIP archive has more than ${most.toLocaleString('en-US')} files. Split it, and import its parts.`

/** Thrown if a file unpacks to more bytes than allowed. */
export const tooLargeUnpacked = (bytes: number) =>
  `This file is larger than ${toMegabytes(bytes)} when it is unpacked. Split it, and import its parts.`
