import type { PostKind } from './convert.worker.server.ts'
import { type FileIndex, listFileLinks } from './file-links.ts'
import { convertPage, toToday } from './finish.server.ts'
import { type Found, type SourceFile, UnreadableFile } from './formats.ts'
import { readWhole } from './read-text.server.ts'
import type { TextSite } from './site-files.ts'

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

/** The options for reading a file with one article. */
export interface PageOptions {
  limits: ReadLimits
  /** Returns the source and the path that identify a Markdown file without its own. */
  identify: (name: string) => { source: string; path: string }
  /** The account whose limit the conversion of pages counts for; null for the installation. */
  accountId: string | null
}

/** What is known of the texts of a folder. */
export interface Blog {
  index: FileIndex
  siteOf: (path: string) => TextSite
}

/** Reads a Markdown file, or an HTML file of a generator. */
export const readMarkdown = (file: SourceFile, { identify, ...options }: PageOptions, blog?: Blog) =>
  readPage(file, options, (text) => {
    const { name } = file
    const links = blog && listFileLinks(text, name, blog.index)
    const known = { ...identify(name), name, links, site: blog?.siteOf(name) }
    return convertPage({ text, known }, options.accountId)
  })

/** Reads a file with one post of a program. */
export const readPost = (file: SourceFile, options: PageOptions, kind: PostKind) =>
  readPage(file, options, (text) => convertPage({ text, postPath: file.name, kind }, options.accountId))

/** Reads a file that holds one article. A problem concerns this article only. */
export async function readPage(
  file: SourceFile,
  { limits }: Pick<PageOptions, 'limits'>,
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
