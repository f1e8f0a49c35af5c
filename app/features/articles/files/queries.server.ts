import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { splitLines } from '../../../shared/lines.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createWorkerPool, DeadlineError } from '../../../platform/worker-pool.server.ts'
import type { Page } from './convert.worker.server.ts'
import { type Found, readRecord, type SourceFile, UnreadableFile } from './files.ts'
import { isGhostExport, readGhost } from './ghost.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { isZip, listZip, tooLargeUnpacked } from './read-zip.server.ts'
import { findSubstackGap, listSubstackPosts, substackFile, type SubstackPost } from './substack.ts'
import { readWordpress } from './wordpress.ts'

/** The maximum of bytes that are read of one file. */
export interface ReadLimits {
  /** The maximum of files in an archive. */
  files: number
  /** The maximum of bytes of all of them, or of one file, when they are unpacked. */
  unpackedBytes: number
  /** The maximum of bytes of a file that must be in memory as a whole: the JSON of Ghost. */
  wholeBytes: number
  /** The maximum of bytes of a file with one article. */
  pageBytes: number
}

/** The options for reading articles from files. */
export interface ReadOptions {
  limits: ReadLimits
  /** Returns the source and the path that identify a Markdown file without its own. */
  identify: (name: string) => { source: string; path: string }
  /** Additional WordPress post types to read as articles. */
  types?: string[]
  /** The account whose limit the conversion of pages counts for; null for the installation. */
  accountId: string | null
  /** The number of items at the beginning that are not read again. */
  skip?: number
}

const converters = singleton('page converters', () =>
  createWorkerPool<Page, Record<string, unknown>>({
    file: 'app/features/articles/files/convert.worker.server.ts',
    timeoutMs: 3000,
    heapMb: 256,
  }),
)

/**
 * Reads the articles of a file and recognises its format by its content: Markdown, NDJSON, exports of WordPress, Ghost,
 * Medium and Substack, a ZIP archive of such files. gzip is unpacked. Throws UnreadableFile.
 */
export async function* readArticles(file: SourceFile, options: ReadOptions): AsyncGenerator<Found> {
  if (isZip(await readHead(file.open()))) {
    const bytes = Buffer.concat(await collect(file.open()))
    return yield* readFolder(await listZip(bytes, options.limits), options)
  }
  const { skip = 0 } = options
  let count = 0
  for await (const found of readDocument(file, options)) {
    count += 1
    if (count > skip) yield found
  }
}

const HIDDEN = /(^|\/)(\.|__MACOSX\/|node_modules\/)/
const MARKDOWN = /\.(md|markdown)$/i
const DOCUMENT = /\.(xml|json|ndjson|jsonl)(\.gz)?$/i
const MEDIUM_POST = /(^|\/)posts\/[^/]+\.html$/i
const SUBSTACK_LIST = /(^|\/)posts\.csv$/i

/** Reads the articles of the files in a folder or an archive, also of an export of Medium or Substack. */
export async function* readFolder(files: SourceFile[], options: ReadOptions): AsyncGenerator<Found> {
  const visible = files.filter(({ name }) => !HIDDEN.test(name)).toSorted(byName)
  const matching = (pattern: RegExp) => visible.filter(({ name }) => pattern.test(name))
  const [list] = matching(SUBSTACK_LIST)
  if (list) return yield* readSubstackFolder(list, visible, options)
  const read = { skip: options.skip ?? 0 }
  const [markdown, posts] = [matching(MARKDOWN), matching(MEDIUM_POST)]
  if (markdown.length > 0)
    for (const file of markdown.slice(read.skip)) yield await readMarkdown(file, options)
  else if (posts.length > 0)
    for (const file of posts.slice(read.skip)) yield await readMediumPost(file, options)
  else yield* readDocuments(matching(DOCUMENT), options)
}

const byName = (one: SourceFile, other: SourceFile) => (one.name < other.name ? -1 : 1)

async function* readDocuments(files: SourceFile[], options: ReadOptions): AsyncGenerator<Found> {
  if (files.length === 0) throw new UnreadableFile('No article was found in it.')
  let left = options.skip ?? 0
  for (const file of files)
    for await (const found of readDocument(file, options)) {
      if (left > 0) left -= 1
      else yield files.length > 1 ? { ...found, place: `${file.name}, ${found.place}` } : found
    }
}

async function* readDocument(file: SourceFile, options: ReadOptions): AsyncGenerator<Found> {
  const { limits, types = [] } = options
  const pieces = () => readPieces(file, limits.unpackedBytes)
  switch (await recognise(file, limits)) {
    case 'markdown':
      return yield await readMarkdown(file, options)
    case 'wordpress':
      return yield* readWordpress(pieces, { file: baseName(file), types })
    case 'json':
      return yield* readJson(file, limits)
    case 'ndjson':
      return yield* readLines(pieces())
    case undefined:
      throw new UnreadableFile(
        `${file.name} is neither Markdown, NDJSON, nor an export of WordPress, Ghost, Medium or Substack.`,
      )
  }
}

type Kind = 'markdown' | 'wordpress' | 'json' | 'ndjson'

const HEAD_CHARACTERS = 4096

async function recognise(file: SourceFile, { unpackedBytes }: ReadLimits): Promise<Kind | undefined> {
  const name = file.name.replace(/\.gz$/i, '')
  if (MARKDOWN.test(name)) return 'markdown'
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  const head = (await readStart(file, unpackedBytes)).replace(/^\uFEFF/, '').trimStart()
  if (/^(<\?xml|<rss|<!--)/i.test(head)) return 'wordpress'
  if (/^(---|\+\+\+)\s/.test(head)) return 'markdown'
  if (!head.startsWith('{')) return undefined
  const [firstLine = ''] = head.split('\n', 1)
  return isWholeRecord(firstLine) || /\{\s*"(source|path)"\s*:/.test(head.slice(0, 40)) ? 'ndjson' : 'json'
}

function isWholeRecord(line: string): boolean {
  try {
    return !isGhostExport(JSON.parse(line))
  } catch {
    return false
  }
}

async function readStart(file: SourceFile, most: number): Promise<string> {
  for await (const piece of readPieces(file, most)) return piece.slice(0, HEAD_CHARACTERS)
  return ''
}

const readMarkdown = (file: SourceFile, options: ReadOptions) =>
  readPage(file, options, (text) => ({
    ...readMarkdownFile(text, options.identify(file.name)),
    place: file.name,
  }))

const readMediumPost = (file: SourceFile, options: ReadOptions) =>
  readPage(file, options, (html) => convert({ html, mediumPath: file.name }, options))

/** Reads a file that holds one article. A problem concerns this article only. */
async function readPage(
  file: SourceFile,
  { limits }: ReadOptions,
  toFound: (text: string) => Found | Promise<Found>,
): Promise<Found> {
  try {
    const found = await toFound(
      await readWhole(file, limits.pageBytes, 'The file is too large for one article.'),
    )
    return { ...found, place: file.name }
  } catch (error) {
    if (error instanceof UnreadableFile) return { place: file.name, problem: error.message }
    throw error
  }
}

async function* readSubstackFolder(
  list: SourceFile,
  files: SourceFile[],
  options: ReadOptions,
): AsyncGenerator<Found> {
  const folder = list.name.slice(0, -baseName(list).length)
  const byPath = new Map(files.map((file) => [file.name, file]))
  const posts = parsePosts(await readWhole(list, options.limits.wholeBytes))
  for (const post of posts.slice(options.skip ?? 0)) {
    const place = folder + substackFile(post)
    const file = byPath.get(place)
    yield file
      ? await readPage(file, options, (html) => convert({ html, substack: post }, options))
      : { ...findSubstackGap(post), place }
  }
}

function parsePosts(csv: string): SubstackPost[] {
  try {
    return listSubstackPosts(csv)
  } catch (error) {
    throw new UnreadableFile('The list posts.csv in it is no CSV.', { cause: error })
  }
}

async function convert(page: Page, { accountId }: ReadOptions): Promise<Found> {
  try {
    return { place: '', fields: await converters.run(page, accountId) }
  } catch (error) {
    if (error instanceof DeadlineError) return { place: '', problem: 'It takes too long to read.' }
    if (error instanceof RangeError) return { place: '', problem: 'Its HTML is nested too deeply.' }
    return { place: '', problem: error instanceof Error ? error.message : String(error) }
  }
}

async function* readJson(file: SourceFile, { wholeBytes }: ReadLimits): AsyncGenerator<Found> {
  const document = parseJson(await readWhole(file, wholeBytes))
  if (!isGhostExport(document))
    throw new UnreadableFile(`${file.name} is no whole Ghost export: no posts were found in it.`)
  yield* readGhost(document, baseName(file))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const MOST_LINES = 1_000_000

async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<Found> {
  let number = 0
  for await (const line of splitLines(pieces)) {
    number += 1
    if (number > MOST_LINES)
      throw new UnreadableFile('It has more than a million lines. Split it, and import its parts.')
    if (line.trim() !== '') yield readLine(line, `line ${number}`)
  }
}

function readLine(line: string, place: string): Found {
  try {
    return { place, fields: readRecord(JSON.parse(line)) }
  } catch (error) {
    return { place, problem: error instanceof Error ? error.message : String(error) }
  }
}

const baseName = ({ name }: SourceFile) => name.slice(name.lastIndexOf('/') + 1)

/** Returns the whole text of a file. Throws UnreadableFile if it has more bytes than allowed. */
async function readWhole(file: SourceFile, most: number, problem = tooLargeUnpacked(most)): Promise<string> {
  if ((file.bytes ?? 0) > most) throw new UnreadableFile(problem)
  return (await collect(readPieces(file, most, problem))).join('')
}

/** Returns the text of a file in pieces. Throws UnreadableFile if it unpacks to more bytes than allowed. */
async function* readPieces(
  file: SourceFile,
  most: number,
  problem = tooLargeUnpacked(most),
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true }) // keeps the mark: the text stays the same, byte for byte
  let count = 0
  for await (const piece of unpack(file)) {
    count += piece.length
    if (count > most) throw new UnreadableFile(problem)
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b

async function* unpack(file: SourceFile): AsyncGenerator<Uint8Array> {
  if (!isGzip(await readHead(file.open()))) return yield* file.open()
  try {
    yield* pipeline(Readable.from(file.open()), createGunzip(), () => {}) as AsyncIterable<Buffer>
  } catch (error) {
    throw new UnreadableFile(`${file.name} is damaged: it cannot be unpacked.`, { cause: error })
  }
}

async function readHead(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of pieces) return piece
  return new Uint8Array()
}

async function collect<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
