/** What the path of a Markdown file says of its article. */
export interface FileName {
  /** As in `2021-08-23-a-title.md` or `2021/08/23/a-title.md`. */
  date: string | undefined
  slug: string
  /** The slug with its date, as it is written. */
  stem: string
  lang: string | undefined
  /** The folders of the file, without those that no site shows. */
  folders: string[]
  /** The folder around `_posts`, which is a category in Jekyll. */
  around: string | undefined
  /** True for the page of a section, which has no text of its own. */
  isSection: boolean
  /** The same with its numbers, if the file is a numbered document. */
  numbered?: FileName
}

const ENDING = /\.(md|mdx|markdown|mdown|mkd|mkdn|html?)$/i
const LANGUAGE = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
// Folders that generators read from. Their names are in no address.
const ROOTS = /^(?:.*\/)?(?:content|src\/pages|src\/content|src\/routes|source|src|_posts|_drafts)\//
// Zola allows a time, too.
const DATED = /^(\d{4}-\d{1,2}-\d{1,2}(?:T[\d:]+(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))?)[-_](.+)$/
const DATE_FOLDERS = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/
// Next and SvelteKit call the file of an address so.
const PAGE = /(?:^|\/)\+?page\.\w+$/

/** Reads the path of a Markdown file of Jekyll, Hugo, Hexo, Zola, Astro, Eleventy, Docusaurus, Gatsby or Next. */
export function readFileName(path: string): FileName {
  const parts = path.replace(ROOTS, '').split('/')
  const { stem, lang } = toStem((parts.pop() ?? '').replace(ENDING, ''))
  const name = isIndex(stem, path) ? (parts.pop() ?? path.split('/').at(-2) ?? '') : stem
  const [, date, slug = name] = DATED.exec(name) ?? []
  const inFolders = findDate(parts)
  const folder = isLanguage(parts[0]) ? parts.shift() : undefined
  return {
    date: date ?? inFolders,
    slug,
    stem: name,
    lang: lang ?? folder,
    folders: parts,
    around: findAround(path),
    isSection: /^_index$/i.test(stem),
  }
}

// Docusaurus: dates and versions are no numbers.
const NUMBER = /^\d+\s*[-_.]+\s*(?=[^\s\d._-])/
const DOCS = /(?:^|\/)docs\//i
const FROM_ZERO = /(?:^|\/)0\d[-_.]\D/

/**
 * Returns a document of Docusaurus without the numbers that order it, such as those of `docs/02-guide/03-x.md`. Other texts
 * stay as they are: a number may belong to their titles.
 */
export function withoutNumbers(name: FileName, path: string, hasPosition: boolean): FileName {
  if (!hasPosition && !DOCS.test(path) && !FROM_ZERO.test(path)) return name
  const [folders, [slug = '', stem = '']] = [name.folders, [name.slug, name.stem]].map((parts) =>
    parts.map((part) => part.replace(NUMBER, '')),
  ) as [string[], string[]]
  const isNumbered = slug !== name.slug || folders.join('/') !== name.folders.join('/')
  return isNumbered ? { ...name, folders, slug, stem, numbered: name } : name
}

const isIndex = (stem: string, path: string) =>
  /^_?index$/i.test(stem) || (PAGE.test(path) && /(?:^|\/)(?:app|routes)\//.test(path))

const findAround = (path: string) => /(?:^|\/)([^/]+)\/_posts\//.exec(path)?.[1]

function findDate(folders: string[]): string | undefined {
  const [, ...day] = DATE_FOLDERS.exec(folders.join('/')) ?? []
  return day.length > 0 ? day.join('-') : undefined
}

function toStem(file: string): { stem: string; lang?: string } {
  const [, stem = file, code] = LANGUAGE.exec(file) ?? []
  return code !== undefined && code !== 'ts' && isLanguage(code) ? { stem, lang: code } : { stem: file }
}

/** Returns true for the code of a language, such as `de` or `pt-br`. */
export const isLanguage = (code = '') =>
  /^[a-z]{2}(-[a-z]{2,4})?$/i.test(code) && languages.of(code) !== undefined
