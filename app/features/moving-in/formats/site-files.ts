import { readProgram } from './program-settings.ts'
import { listPermalinks, toBase } from './site-config.ts'
import { parseData, parseFrontMatter } from './front-matter.ts'
import { isLanguage } from './file-names.ts'
import { readMetaFile } from './header-lines.ts'
import { readField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

/** Front matter that texts have without saying it. */
export interface Defaults {
  /** The beginning of the paths of these texts. */
  below: string
  fields: Record<string, unknown>
  /** True if the lists of a text are added to these, and do not replace them. */
  isAdded?: true
}

/** What files in the folder of a blog say of its texts. */
export interface SiteParts {
  /** Names of authors by their keys, in small letters. */
  authors: [key: string, name: string][]
  defaults: Defaults[]
  /** Patterns of addresses, each with the beginning of the paths of its texts within the content. */
  permalinks: [below: string, pattern: string][]
  /** The path of the home page, such as `/blog`; an empty text for `/`. */
  base: string
}

/** What is known of one text from other files of its folder. */
export interface TextSite extends Omit<SiteParts, 'defaults' | 'permalinks'> {
  /** Its path within its site. */
  path: string
  defaults: Omit<Defaults, 'below'>[]
  permalinks: string[]
}

const CONFIG =
  /(?:^|\/)(?:(?:hugo|config|_config|zola|permalinks)\.(?:toml|ya?ml|json)|(?:pelicanconf|conf)\.py|docusaurus\.config\.[cm]?[jt]s)$/i
const AUTHORS = /(?:^|\/)_?authors?\.(?:ya?ml|toml|json)$/i
const AUTHOR = /(?:^|\/)_?authors\/([^/]+?)(?:\/_?index)?\.(?:ya?ml|toml|json|mdx?)$/i
const SECTION = /(?:^|\/)_index(?:\.\w+)?\.md$/i
const DATA = /^((?:.*\/)?)([^/]+?)(?:(?:\.11tydata)?\.json|\.11tydata\.[cm]?js)$/i
const META = /\.meta$/i
const TEXT = /\.(?:mdx?|markdown|html?)$/i

/** Returns true for the page of an author. */
export const isAuthorPage = (path: string) => AUTHOR.test(path)

const MOST_FILES = 1000

/** Returns the paths of the files of a folder that may say something of its texts. */
export function listSiteFiles(paths: string[]): string[] {
  const texts = new Set(paths.filter((path) => TEXT.test(path)).map((path) => path.replace(TEXT, '')))
  const isData = (path: string) => {
    if (META.test(path)) return texts.has(path.replace(META, ''))
    const [, folder = '', name = ''] = DATA.exec(path) ?? []
    return name !== '' && (isOfFolder(folder, name) || texts.has(folder + name))
  }
  return paths
    .filter((path) => [CONFIG, AUTHORS, AUTHOR, SECTION].some((kind) => kind.test(path)) || isData(path))
    .slice(0, MOST_FILES)
}

const isOfFolder = (folder: string, name: string) => `/${folder}`.endsWith(`/${name}/`)

const NOTHING: SiteParts = { authors: [], defaults: [], permalinks: [], base: '' }

/** Returns what a file says of the texts of its folder. Throws the error of its parser. */
export function readSiteFile(text: string, path: string): SiteParts {
  if (CONFIG.test(path)) return readConfig(text, path)
  if (AUTHORS.test(path)) return { ...NOTHING, authors: listAuthors(parseData(text, path)) }
  const [, author] = AUTHOR.exec(path) ?? []
  if (author !== undefined) {
    const page = TEXT.test(path) ? parseFrontMatter(text).fields : undefined
    const fields = page ? { ...page, name: page.name ?? page.title } : toRecord(parseData(text, path))
    return { ...NOTHING, authors: toAuthor(author, fields) }
  }
  return { ...NOTHING, defaults: SECTION.test(path) ? listCascades(text, path) : readData(text, path) }
}

function readConfig(text: string, path: string): SiteParts {
  const fields = /\.(?:py|[cm]?[jt]s)$/i.test(path) ? {} : toRecord(parseData(text, path))
  const cascades = toCascades(fields.cascade, '')
  return {
    authors: [],
    defaults: [...listJekyllDefaults(fields.defaults), ...cascades],
    permalinks: listPermalinks({ text, path, fields }),
    base: toBase(text, fields),
  }
}

/** Returns authors of a map by their keys, or of a list. */
function listAuthors(value: unknown): SiteParts['authors'] {
  if (Array.isArray(value)) return toRecords(value).flatMap((author) => toAuthor('', author))
  return Object.entries(toRecord(value)).flatMap(([key, author]) =>
    toAuthor(key, typeof author === 'string' ? { name: author } : toRecord(author)),
  )
}

const NAMES = ['name', 'display_name', 'displayName', 'fullname']
const KEYS = ['short_name', 'shortName', 'key', 'id', 'slug', 'username', 'login', 'nick']
const MOST_AUTHORS = 500
const NAME_LENGTH = 200

function toAuthor(key: string, author: Record<string, unknown>): SiteParts['authors'] {
  const first = (fields: string[]) => fields.map((field) => readField(author[field])).find(Boolean)
  const name = first(NAMES)
  const known = [key, first(KEYS)].filter((each) => each !== undefined && each !== '')
  return name === undefined || name.length > NAME_LENGTH
    ? []
    : known.map((each) => [toAuthorKey(each ?? ''), name])
}

/** Returns the key of an author as it is compared. */
export const toAuthorKey = (key: string) => key.trim().replace(/^@/, '').toLowerCase()

/** Hugo: what the page of a section gives to the texts below it. */
function listCascades(text: string, path: string): Defaults[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return toCascades(parseFrontMatter(text).fields.cascade, folder)
}

function toCascades(value: unknown, folder: string): Defaults[] {
  const all = Array.isArray(value) ? toRecords(value) : [toRecord(value)]
  return all.flatMap((cascade) => {
    const { target, _target, params, ...fields } = cascade
    const { path = '', kind = 'page' } = toRecord(target ?? _target)
    const below = toFolder(readTrimmed(path), folder)
    if (below === undefined || !/\bpage\b/.test(readTrimmed(kind))) return []
    return [{ below, fields: { ...toRecord(params), ...fields } }]
  })
}

// `{/posts,/posts/**}` and `/posts/**` are the folder of the posts; other patterns are not read.
function toFolder(pattern: string, folder: string): string | undefined {
  if (pattern === '') return folder
  const [, below] = /^\{?\/?([\w/-]*?)\/?(?:\*\*?)?(?:,[^}]*)?\}?$/.exec(pattern) ?? []
  if (below === undefined) return undefined
  return below === '' ? folder : `${/^(?:.*\/)?content\//.exec(folder)?.[0] ?? 'content/'}${below}/`
}

function listJekyllDefaults(value: unknown): Defaults[] {
  return toRecords(value).flatMap(({ scope, values }) => {
    const { path, type } = toRecord(scope)
    const folder = readTrimmed(path)
      .replace(/\*.*$/, '')
      .replace(/^\/|\/$/g, '')
    const kind = readTrimmed(type)
    if (kind === 'pages') return []
    const below = [folder, kind && kind !== 'drafts' ? `_${kind}` : kind && '_drafts']
      .filter(Boolean)
      .join('/')
    return [{ below: below && `${below}/`, fields: toRecord(values) }]
  })
}

/** Eleventy: a file with the name of its folder, or of one text. Nikola: a file with that of its text. */
function readData(text: string, path: string): Defaults[] {
  if (META.test(path)) return [{ below: path.replace(META, '.'), fields: readMetaFile(text) }]
  const [, folder = '', name = ''] = DATA.exec(path) ?? []
  const below = isOfFolder(folder, name) ? folder : `${folder}${name}.`
  const fields = /js$/i.test(path) ? readProgram(text) : toRecord(parseData(text, path))
  return [{ below, fields, isAdded: true }]
}

/** Returns what all of the files say together. */
export function joinParts(all: SiteParts[], paths: string[]) {
  return {
    roots: findRoots(paths),
    authors: all.flatMap(({ authors }) => authors).slice(0, MOST_AUTHORS),
    // What is nearer to a text comes later, and counts.
    defaults: all
      .flatMap(({ defaults }) => defaults)
      .toSorted((one, other) => one.below.length - other.below.length),
    permalinks: all.flatMap(({ permalinks }) => permalinks),
    base: all.map(({ base }) => base).find(Boolean) ?? '',
  }
}

// What stands beside the folders of a site.
const AT_ROOT =
  /(?:^|\/)(?:package\.json|Gemfile|go\.mod|gatsby-config\.\w+|(?:astro|next|eleventy|docusaurus|svelte|vite|nuxt)\.config\.\w+)$/i

/** Returns the folders that an archive may have around a site, with a slash at their ends. */
function findRoots(paths: string[]): string[] {
  const folders = paths
    .filter((path) => CONFIG.test(path) || AT_ROOT.test(path))
    .map((path) => path.slice(0, path.lastIndexOf('/') + 1).replace(/(?<=^|\/)config\/_default\/$/, ''))
    .toSorted((one, other) => one.length - other.length)
  const [archive] = /^[^/]+-(?:main|master)\//.exec(findShared(paths)) ?? []
  return [folders[0], archive].filter((folder) => folder !== undefined)
}

/** Returns the beginning that all paths share. */
function findShared(paths: string[]): string {
  const [first = '', last = first] = [paths.toSorted().at(0), paths.toSorted().at(-1)]
  let length = 0
  while (length < first.length && first[length] === last[length]) length += 1
  return first.slice(0, length)
}

/** Returns what is known of a text from the other files. */
export function toTextSite(path: string, site: ReturnType<typeof joinParts>): TextSite {
  const root = site.roots.find((folder) => path.startsWith(folder)) ?? ''
  const within = path.slice(root.length)
  const isBelow = (below: string) => [path, within].some((each) => each.startsWith(below))
  const inContent = within.replace(/^content\//, '')
  const [first = ''] = inContent.split('/')
  const content = isLanguage(first) ? inContent.slice(first.length + 1) : inContent
  return {
    path: within,
    authors: site.authors,
    base: site.base,
    defaults: site.defaults
      .filter(({ below }) => isBelow(below))
      .map(({ below: _, ...defaults }) => defaults),
    permalinks: site.permalinks.filter(([below]) => content.startsWith(below)).map(([, pattern]) => pattern),
  }
}

const LISTS = new Set(['tags', 'categories', 'keywords'])

/** Returns front matter with what the text has from its folders. */
export function withDefaults(
  fields: Record<string, unknown>,
  { defaults }: Pick<TextSite, 'defaults'>,
): Record<string, unknown> {
  const all: Map<string, unknown> = new Map()
  for (const { fields: given, isAdded } of [...defaults, { fields, isAdded: defaults.at(-1)?.isAdded }])
    for (const [key, value] of Object.entries(given)) {
      const before = all.get(key)
      const isJoined = isAdded && LISTS.has(key) && Array.isArray(before)
      all.set(key, isJoined ? [...before, value].flat(2) : value)
    }
  return Object.fromEntries(all)
}
