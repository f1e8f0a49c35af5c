import { openParts } from './archive-parts.server.ts'
import { indexFiles } from './file-links.ts'
import { convertPage, finish } from './finish.server.ts'
import { type Found, type SourceFile, UnreadableFile } from './formats.ts'
import { isMovableType } from './movable-type.ts'
import { sayNoArticles, unlessNothing } from './nothing-found.ts'
import { PICTURE } from './picture-files.ts'
import { putWithin } from './place-pictures.ts'
import {
  baseName,
  collectParts,
  type DocumentOptions,
  readDocument,
  readDocuments,
} from './read-documents.server.ts'
import { type Blog, type ReadLimits, readMarkdown, readPage, readPost } from './read-pages.server.ts'
import { readSite } from './read-site.server.ts'
import { readHead, readWhole } from './read-text.server.ts'
import { isZip, listZip } from './read-zip.server.ts'
import { MARKDOWN } from './recognise.server.ts'
import { findSubstackGap, listSubstackPosts, substackFile, type SubstackPost } from './substack.ts'
import { isTumblrPost } from './tumblr.ts'
import type { PostKind } from './convert.worker.server.ts'
import type { WordpressParts } from './wordpress.ts'
import { isWriteasFolder } from './writeas.ts'

/** The options for reading articles from files. */
export interface ReadOptions extends DocumentOptions {
  /** The pictures that came beside a file, without a folder. */
  beside?: SourceFile[]
  /** The address of the old site, as the user says it. */
  from?: string | undefined
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
export const isPicture = ({ name }: Pick<SourceFile, 'name'>) => PICTURE.test(name)

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
