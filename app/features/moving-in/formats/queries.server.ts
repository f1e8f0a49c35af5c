import { openParts } from './archive-parts.server.ts'
import { readBlogger } from './blogger.ts'
import type { PostKind } from './convert.worker.server.ts'
import { readFeed } from './feed.ts'
import { type Found, type SourceFile, TooLargeTogether, UnreadableFile } from './formats.ts'
import { type FileIndex, indexFiles, listFileLinks } from './file-links.ts'
import { convertPage, finish, toToday } from './finish.server.ts'
import { PICTURE } from './picture-files.ts'
import { putWithin } from './place-pictures.ts'
import { isMovableType, readMovableType } from './movable-type.ts'
import { readJson } from './read-json.ts'
import { readLines, refuseLongLines } from './read-lines.server.ts'
import { readSite } from './read-site.server.ts'
import { readHead, readPieces, readWhole } from './read-text.server.ts'
import { isZip, listZip } from './read-zip.server.ts'
import { fromXml, type Kind, MARKDOWN, recognise } from './recognise.server.ts'
import type { TextSite } from './site-files.ts'
import { sayNoArticles, unlessNothing } from './nothing-found.ts'
import { findSubstackGap, listSubstackPosts, substackFile, type SubstackPost } from './substack.ts'
import { isTumblrPost } from './tumblr.ts'
import { UnsupportedFile } from './unsupported-files.ts'
import { isWriteasFolder, readWriteasTable } from './writeas.ts'
import {
  makeParts,
  readWordpress,
  readWordpressParts,
  TooManyParts,
  type WordpressParts,
} from './wordpress.ts'

/** The maximum of bytes that are read of one file. */
export interface ReadLimits {
  /** The maximum of files in an archive. */
  files: number
  /** The maximum of bytes that an archive may state for all of them. */
  archiveBytes: number
  /** The maximum of bytes that all files unpack to. */
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
  /** The pictures that came beside a file, without a folder. */
  beside?: SourceFile[]
  /** The address of the old site, as the user says it. */
  from?: string | undefined
  /** What the WordPress files of one export share; each file has its own if left out. */
  parts?: WordpressParts
  /** The number of items at the beginning that are not read again. */
  skip?: number
  /** What these items have lost, by kind. */
  lost?: [kind: string, count: number][]
}

/**
 * Reads the articles of a file and recognises its format by its content: Markdown, NDJSON, exports of WordPress, Ghost,
 * Medium, Substack, Blogger, Notion, Tumblr, Movable Type and Write.as, feeds, a ZIP archive of such files. gzip is
 * unpacked. Throws UnreadableFile.
 */
export const readArticles = (file: SourceFile, options: ReadOptions): AsyncGenerator<Found> =>
  finish(readAny(file, options), options)

/** Reads the articles of the files in a folder or an archive, which may be an export of one of these programs. */
export const readFolder = (files: SourceFile[], options: ReadOptions): AsyncGenerator<Found> =>
  finish(readFiles(files, options), options)

async function* readAny(file: SourceFile, options: ReadOptions): AsyncGenerator<Found> {
  const head = await readHead(file.open())
  if (head.length === 0) throw new UnreadableFile(`${file.name} is empty: it has 0 bytes.`)
  if (isZip(head)) return yield* readFiles(await listZip(file, options.limits), options, file.name)
  const { beside = [] } = options
  yield* beside.length > 0
    ? putWithin(readDocument(file, options), beside, { isLoose: true })
    : readDocument(file, options)
}

const HIDDEN = /(^|\/)(\.(?!vuepress\/public\/|vitepress\/public\/)|__MACOSX\/|node_modules\/)/
const HTML = /\.html?$/i
const DOCUMENT = /\.(xml|atom|rss|rdf|json|ndjson|jsonl)(\.gz)?$/i
const PLAIN = /\.txt(\.gz)?$/i
const OTHER_TEXT = /\.(rst|adoc|asciidoc|org|textile|ipynb|docx?|odt|rtf|txt|njk|liquid|pug)$/i
const TEXT = new RegExp([MARKDOWN, HTML, OTHER_TEXT].map(({ source }) => source).join('|'), 'i')
const MEDIUM_POST = /(^|\/)posts\/[^/]+\.html$/i
const SUBSTACK_LIST = /(^|\/)posts\.csv$/i

async function* readFiles(
  files: SourceFile[],
  options: ReadOptions,
  archive?: string,
): AsyncGenerator<Found> {
  const shown = files.filter(({ name }) => !HIDDEN.test(name))
  const visible = (await openParts(shown, options.limits)).toSorted(byName)
  yield* putWithin(readVisible(visible, options), visible, { archive })
}

async function* readVisible(visible: SourceFile[], options: ReadOptions): AsyncGenerator<Found> {
  const matching = (pattern: RegExp) => visible.filter(({ name }) => pattern.test(name))
  const [list] = matching(SUBSTACK_LIST)
  if (list) return yield* unlessNothing(readSubstackFolder(list, visible, options), 'substack')
  const [markdown, documents] = [matching(MARKDOWN), matching(DOCUMENT)]
  const posts = markdown.length === 0 ? listPosts(visible) : undefined
  if (posts) yield* readEach(posts.files, options, (file) => readPost(file, options, posts.kind))
  else if (markdown.length > 0 || (await isBlog(matching(HTML), documents))) {
    const texts = matching(TEXT)
    const index = indexFiles(texts.map(({ name }) => name))
    const siteOf = await readSite(visible, options.accountId)
    yield* readEach(texts, options, (file) => readOfBlog(file, options, { index, siteOf }))
    const exports = await listExports(documents)
    if (exports.length > 0) yield* readDocuments(exports, options, false)
  } else yield* readAlone(await listAlone(documents, matching(PLAIN)), options, visible)
}

/** Returns true for pages of a generator; beside documents, pages of a website are none. */
async function isBlog(pages: SourceFile[], documents: SourceFile[]): Promise<boolean> {
  if (documents.length === 0) return pages.length > 0
  for (const page of pages) if (/^\uFEFF?(?:---|\+\+\+)\s/.test(await readStartOf(page))) return true
  return false
}

/** Returns the documents of an archive, with its exports that are plain texts. */
async function listAlone(documents: SourceFile[], texts: SourceFile[]): Promise<SourceFile[]> {
  if (documents.length === 0) return texts
  const exports: SourceFile[] = []
  for (const text of texts) if (isMovableType(await readStartOf(text))) exports.push(text)
  return [...documents, ...exports]
}

/** Returns the beginning of a file in a folder; an empty text for one that cannot be unpacked. */
async function readStartOf(file: SourceFile): Promise<string> {
  try {
    return Buffer.from(await readHead(file.open())).toString()
  } catch (error) {
    if (error instanceof UnreadableFile) return ''
    throw error
  }
}

async function* readAlone(
  files: SourceFile[],
  options: ReadOptions,
  visible: SourceFile[],
): AsyncGenerator<Found> {
  if (files.length === 0) throw new UnreadableFile(sayNoArticles(visible.map(({ name }) => name)))
  yield* readDocuments(files, options)
}

/** Returns the posts of an export that has a file for each; undefined for another folder. */
function listPosts(files: SourceFile[]): { kind: PostKind; files: SourceFile[] } | undefined {
  const [tumblr, medium] = [isTumblrPost, (name: string) => MEDIUM_POST.test(name)].map((is) =>
    files.filter(({ name }) => is(name)),
  )
  if (tumblr?.length) return { kind: 'tumblr', files: tumblr }
  if (medium?.length) return { kind: 'medium', files: medium }
  return isWriteasFolder(files.map(({ name }) => name)) ? { kind: 'writeas', files } : undefined
}

/** Returns the exports of WordPress in the folder of a blog, whose feeds and sitemaps are XML, too. */
async function listExports(files: SourceFile[]): Promise<SourceFile[]> {
  const exports: SourceFile[] = []
  for (const file of files) if (/\sxmlns:wp=/.test(await readStartOf(file))) exports.push(file)
  return exports
}

/** Returns true for a picture, by its name. */
export const isPicture = ({ name }: SourceFile) => PICTURE.test(name)

const SKIPPED: Found = { place: '', problem: '' } // `finish` counts it, and leaves it out

/** Reads one item of each file. The files of the first `skip` items are not opened. */
async function* readEach<File>(
  files: File[],
  { skip = 0 }: ReadOptions,
  read: (file: File) => Found | Promise<Found>,
): AsyncGenerator<Found> {
  for (const [at, file] of files.entries()) yield at < skip ? SKIPPED : await read(file)
}

// Without their endings: a text comes before its translations, and gets the address that both may have.
const byName = (one: SourceFile, other: SourceFile) => (toSortKey(one) < toSortKey(other) ? -1 : 1)
const toSortKey = ({ name }: SourceFile) => name.replace(/\.[^./]*$/, '')

/** Reads a file in the folder of a blog. Pictures, styles and settings are no texts, so nothing is said of them. */
function readOfBlog(file: SourceFile, options: ReadOptions, blog: Blog): Found | Promise<Found> {
  const [, ending] = OTHER_TEXT.exec(file.name) ?? []
  return ending
    ? { place: file.name, leftOut: `.${ending.toLowerCase()} file (no format that is read)` }
    : readMarkdown(file, options, blog)
}

/** What is known of the texts of a folder. */
interface Blog {
  index: FileIndex
  siteOf: (path: string) => TextSite
}

/**
 * Reads several documents. One that cannot be read is named, if another one can: otherwise the first is the reason to refuse
 * all. `isWhole` is false for documents beside other texts, which come in anyway.
 */
async function* readDocuments(
  files: SourceFile[],
  options: ReadOptions,
  isWhole = true,
): AsyncGenerator<Found> {
  const parts = await collectParts(files, options.limits, options.parts)
  const unread: Unread[] = []
  let isRead = !isWhole
  for (const file of files) {
    for await (const found of readOneOf(file, { ...options, parts }, isWhole && files.length === 1))
      if (found instanceof UnreadableFile) unread.push({ file, error: found })
      else {
        isRead = true
        yield* nameAll(unread)
        yield files.length === 1 || found.place === file.name
          ? found
          : { ...found, place: `${file.name}, ${found.place}` }
      }
    if (isRead) yield* nameAll(unread)
  }
  const [first] = unread
  if (first) throw first.error
}

interface Unread {
  file: SourceFile
  error: UnreadableFile
}

function* nameAll(unread: Unread[]): Generator<Found> {
  for (const { file, error } of unread.splice(0))
    yield {
      place: file.name,
      ...(error instanceof UnsupportedFile ? { leftOut: error.message } : { problem: error.message }),
    }
}

/** Reads one of several documents. Ends with the error of one that cannot be read, unless none of them may be read. */
async function* readOneOf(
  file: SourceFile,
  options: ReadOptions,
  isAlone: boolean,
): AsyncGenerator<Found | UnreadableFile> {
  try {
    yield* readDocument(file, options, isAlone)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error instanceof TooLargeTogether) throw error
    yield error
  }
}

const XML = /\.xml(\.gz)?$/i

/**
 * Returns what the WordPress files among several ones share: WordPress writes a large site as several files. Undefined for
 * one file, which has its own, and which is then read once less.
 */
export async function collectShared(
  files: SourceFile[],
  limits: ReadLimits,
): Promise<WordpressParts | undefined> {
  const exports = files.filter(({ name }) => XML.test(name))
  return exports.length > 1 ? collectParts(exports, limits) : undefined
}

/** Returns what the articles of WordPress files refer to, together with `known`. A file that cannot be read has nothing. */
export async function collectParts(
  files: SourceFile[],
  limits: ReadLimits,
  known = makeParts(),
): Promise<WordpressParts> {
  const { pictures, guests, blocks } = known
  const parts = {
    ...known,
    pictures: new Map(pictures),
    guests: new Map(guests),
    blocks: new Map(blocks),
  }
  for (const file of files)
    try {
      if ((await recognise(file, limits.unpackedBytes)) === 'wordpress')
        await readWordpressParts(fromXml(readPieces(file, limits.unpackedBytes)), parts)
    } catch (error) {
      // The error of a file is thrown again where its articles are read.
      if (!(error instanceof UnreadableFile) || error instanceof TooManyParts) throw error
    }
  return parts
}

async function* readDocument(file: SourceFile, options: ReadOptions, isAlone = true): AsyncGenerator<Found> {
  const kind = await recognise(file, options.limits.unpackedBytes)
  yield* unlessNothing(readKind(kind, file, options), kind, isAlone)
}

async function* readKind(kind: Kind, file: SourceFile, options: ReadOptions): AsyncGenerator<Found> {
  const { limits, types = [], parts } = options
  const pieces = () => readPieces(file, limits.unpackedBytes)
  if (isStreamed(kind))
    return yield* today(STREAMS[kind](pieces(), { name: baseName(file), mostOfLine: limits.wholeBytes }))
  switch (kind) {
    case 'markdown':
      return yield await readMarkdown(file, options)
    case 'medium':
      return yield await readPost(file, options, 'medium')
    case 'blogger':
      return yield* today(readBlogger(() => fromXml(pieces())))
    case 'wordpress':
      return yield* today(readWordpress(() => fromXml(pieces()), { file: baseName(file), types, parts }))
    case 'json':
      return yield* today(readJson(await readWhole(file, limits.wholeBytes), file.name))
    case 'ndjson':
      return yield* readLines(pieces(), limits.wholeBytes)
    case 'writeas-table':
      return yield* today(readWriteasTable(await readWhole(file, limits.wholeBytes)))
  }
}

type Streamed = (
  pieces: AsyncIterable<string>,
  about: { name: string; mostOfLine: number },
) => AsyncIterable<Found>

const STREAMS = {
  feed: (pieces, { name }) => readFeed(fromXml(pieces), name),
  'movable-type': (pieces, { name, mostOfLine }) =>
    readMovableType(refuseLongLines(pieces, mostOfLine), name),
} satisfies Partial<Record<Kind, Streamed>>

const isStreamed = (kind: Kind): kind is keyof typeof STREAMS => Object.hasOwn(STREAMS, kind)

async function* today(found: AsyncIterable<Found> | Iterable<Found>): AsyncGenerator<Found> {
  for await (const each of found) yield toToday(each)
}

const readMarkdown = (file: SourceFile, { identify, ...options }: ReadOptions, blog?: Blog) =>
  readPage(file, options, (text) => {
    const { name } = file
    const links = blog && listFileLinks(text, name, blog.index)
    const known = { ...identify(name), name, links, site: blog?.siteOf(name) }
    return convertPage({ text, known }, options.accountId)
  })

const readPost = (file: SourceFile, options: ReadOptions, kind: PostKind) =>
  readPage(file, options, (text) => convertPage({ text, postPath: file.name, kind }, options.accountId))

/** Reads a file that holds one article. A problem concerns this article only. */
async function readPage(
  file: SourceFile,
  { limits }: Pick<ReadOptions, 'limits'>,
  toFound: (text: string) => Found | Promise<Found>,
): Promise<Found> {
  try {
    const found = await toFound(
      await readWhole(file, limits.pageBytes, 'The file is too large for one article.'),
    )
    return { ...toToday(found), place: file.name }
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
  yield* readEach(parsePosts(await readWhole(list, options.limits.wholeBytes)), options, (post) => {
    const place = folder + substackFile(post)
    const file = byPath.get(place)
    return file
      ? readPage(file, options, (text) => convertPage({ text, substack: post }, options.accountId))
      : { ...findSubstackGap(post), place }
  })
}

function parsePosts(csv: string): SubstackPost[] {
  try {
    return listSubstackPosts(csv)
  } catch (error) {
    throw new UnreadableFile('The list posts.csv in it is no CSV.', { cause: error })
  }
}

const baseName = ({ name }: SourceFile) => name.slice(name.lastIndexOf('/') + 1)
