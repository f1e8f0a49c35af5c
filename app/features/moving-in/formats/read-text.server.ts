import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import chardet from 'chardet'
import { isStoreFailure } from '../../../platform/store/store-away.server.ts'
import { listSamples } from './encodings.ts'
import { collect, type SourceFile, UnknownEncoding, UnreadableFile } from './formats.ts'
import { tooLargeUnpacked } from './read-zip.server.ts'

/** Returns the whole text of a file. Throws UnreadableFile if it has more bytes than allowed. */
export async function readWhole(
  file: SourceFile,
  most: number,
  problem = tooLargeUnpacked(most),
): Promise<string> {
  if ((file.bytes ?? 0) > most) throw new UnreadableFile(problem)
  return (await collect(readPieces(file, most, problem))).join('')
}

/**
 * Returns the text of a file in pieces: UTF-8, UTF-16, or else what the file declares, or the encoding that somebody chose
 * for it. Throws UnknownEncoding without one, and UnreadableFile if it unpacks to more bytes than allowed.
 */
export async function* readPieces(
  file: SourceFile,
  most: number,
  problem = tooLargeUnpacked(most),
): AsyncGenerator<string> {
  const bytes = () => readBytes(file, most, problem)
  const encoding = encodings.get(file) ?? (await findEncoding(file, bytes))
  encodings.set(file, encoding)
  if (encoding === MIXED) return yield* decodeMixed(bytes())
  const decoder = new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' }) // keeps the mark: the text stays the same, byte for byte
  for await (const piece of bytes()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

// A file is read several times: to recognise it, for its pictures, and for its articles.
const encodings = new WeakMap<SourceFile, string>()

async function* readBytes(file: SourceFile, most: number, problem: string): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of unpack(file)) {
    count += piece.length
    if (count > most) throw new UnreadableFile(problem)
    file.room?.take(file, count)
    yield piece
  }
}

type Bytes = () => AsyncIterable<Uint8Array>

const MIXED = 'mixed'
const SAMPLE_BYTES = 256 * 1024
const MOST_GUESSES = 3
const DECLARED = /^[^]{0,200}<\?xml[^>]*encoding=["']([\w-]+)|<meta[^>]+charset=["']?([\w-]+)/i

async function findEncoding(file: SourceFile, bytes: Bytes): Promise<string> {
  const head = await readHead(bytes())
  const wide = findWide(head)
  if (wide) return wide
  if (await isValid(bytes, 'utf-8')) return 'utf-8'
  const sample = await readSample(bytes())
  if (isNearlyUtf8(sample)) return MIXED
  const [, xml, html] = DECLARED.exec(Buffer.from(head.subarray(0, 2048)).toString('latin1')) ?? []
  const declared = xml ?? html
  if (declared && !/^utf-?8$/i.test(declared) && (await isValid(bytes, declared))) return declared
  return confirm(file, { bytes, sample })
}

// Of ASCII, without those that texts have: tab, line feed, form feed, carriage return, escape.
const CONTROLS = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26])

/** Returns the encoding that somebody chose for a file. */
async function confirm(
  { name, encoding }: SourceFile,
  { bytes, sample }: { bytes: Bytes; sample: Buffer },
): Promise<string> {
  if (sample.some((byte) => CONTROLS.has(byte))) throw new UnreadableFile(`${name} is no text.`)
  if (encoding === undefined) {
    const likely = chardet.analyse(sample).map((found) => found.name)
    throw new UnknownEncoding(name, listSamples(sample, likely.slice(0, MOST_GUESSES)))
  }
  if (await isValid(bytes, encoding)) return encoding
  throw new UnreadableFile(
    `${name} is not in the encoding ${encoding}. Send it alone, and choose another one.`,
  )
}

// UTF-16 with its mark, or without it: every second byte of a Western text is zero.
function findWide(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 1].map(
    (at) => head.subarray(0, 400).filter((byte, index) => index % 2 === at && byte === 0).length,
  )
  const most = Math.min(200, head.length / 2) * 0.7
  if (head.length < 8) return undefined
  if ((zeros[1] ?? 0) > most) return 'utf-16le'
  return (zeros[0] ?? 0) > most ? 'utf-16be' : undefined
}

// The end is not checked: a file that is cut off may end within a character.
async function isValid(bytes: Bytes, encoding: string): Promise<boolean> {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const piece of bytes()) decoder.decode(piece, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false // wrong bytes, or an unknown encoding
    throw error
  }
}

/** Returns bytes of a file, the larger part of them around those that are not ASCII. */
async function readSample(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const sample: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    if (size >= SAMPLE_BYTES) break
    const at = piece.findIndex((byte) => byte >= 0x80)
    if (at === -1) continue
    sample.push(piece.subarray(Math.max(0, at - 1000)))
    size += piece.length
  }
  return Buffer.concat(sample)
}

// The characters of UTF-8 with several bytes, read as Latin-1; then a byte that belongs to none.
const CHARACTERS =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g
const UNENDED = /(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]?|[\xF0-\xF4][\x80-\xBF]{0,2})$/

// A database in UTF-8 may hold a few texts of another one, or characters that were cut.
function isNearlyUtf8(sample: Buffer): boolean {
  const found = sample.toString('latin1').match(CHARACTERS) ?? []
  const wrong = found.filter((character) => character.length === 1).length
  return found.length - wrong > wrong * 10
}

async function* decodeMixed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const western = new TextDecoder('windows-1252')
  const decodeAs = (text: string) =>
    text.replace(CHARACTERS, (character) => {
      const raw = Buffer.from(character, 'latin1')
      return character.length === 1 ? western.decode(raw) : raw.toString('utf8')
    })
  let held = ''
  for await (const piece of bytes) {
    const text = held + Buffer.from(piece).toString('latin1')
    held = UNENDED.exec(text)?.[0] ?? ''
    yield decodeAs(text.slice(0, text.length - held.length))
  }
  yield decodeAs(held)
}

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b

async function* unpack(file: SourceFile): AsyncGenerator<Uint8Array> {
  if (!isGzip(await readHead(file.open()))) return yield* file.open()
  try {
    yield* pipeline(Readable.from(file.open()), createGunzip(), () => {}) as AsyncIterable<Buffer>
  } catch (error) {
    if (isStoreFailure(error)) throw error // the file may lie in the store
    throw new UnreadableFile(`${file.name} is damaged: it cannot be unpacked.`, { cause: error })
  }
}

/** Returns the first bytes of a file; none for an empty one. */
export async function readHead(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece
  return new Uint8Array()
}
