import { readField, toRecord } from './source-fields.ts'

interface Config {
  text: string
  path: string
  /** The settings of a file that is no program. */
  fields: Record<string, unknown>
}

type Permalinks = [below: string, pattern: string][]

/** Returns the patterns of addresses in the settings of a site: Hugo, Jekyll, Hexo, Pelican, Nikola, Docusaurus. */
export function listPermalinks({ text, path, fields }: Config): Permalinks {
  if (/docusaurus\.config/i.test(path)) return ofDocusaurus(text)
  if (/pelicanconf\.py$/i.test(path)) return ofPelican(text)
  if (/conf\.py$/i.test(path)) return ofNikola(text)
  const all = /(?:^|\/)permalinks\.\w+$/i.test(path) ? fields : toRecord(fields.permalinks)
  const pattern = readField(fields.permalink)
  return [...ofHugo(all), ...(pattern === undefined ? [] : [['', pattern] as [string, string]])]
}

// `posts = "/:year/:slug/"` for a section, or the same below `page`.
const ofHugo = (permalinks: Record<string, unknown>): Permalinks =>
  Object.entries({ ...permalinks, ...toRecord(permalinks.page) }).flatMap(([section, pattern]) =>
    typeof pattern === 'string' ? [[section === '/' ? '' : `${section}/`, pattern]] : [],
  )

const PELICAN = /^ARTICLE_(?:URL|SAVE_AS)\s*=\s*["']([^"'\n]+)["']/gm
const PARTS: [pattern: RegExp, part: string][] = [
  [/\{slug\}/g, ':title'],
  [/\{category\}/g, ':category'],
  [/\{date:%Y\}/g, ':year'],
  [/\{date:%m\}/g, ':month'],
  [/\{date:%d\}/g, ':day'],
  [/\{date:%b\}/g, ':short_month'],
  [/\{date:%B\}/g, ':long_month'],
]

const ofPelican = (text: string): Permalinks =>
  Array.from(text.matchAll(PELICAN), ([, written = '']) => [
    '',
    `/${PARTS.reduce((pattern, [part, name]) => pattern.replace(part, name), written)}`,
  ])

// A folder of texts, and the folder of the site that it becomes.
const NIKOLA = /\(\s*["']([\w/-]+)\/\*\.\w+["']\s*,\s*["']([\w/-]*)["']/g

const ofNikola = (text: string): Permalinks =>
  Array.from(text.matchAll(NIKOLA), ([, folder = '', target = '']) => [`${folder}/`, `/${target}/:slug`])

const BLOG = /\bblog:\s*\{[^{}]*\brouteBasePath:\s*["']([^"'\n]*)["']/
const DOCS = /\bdocs:\s*\{[^{}]*\brouteBasePath:\s*["']([^"'\n]*)["']/

function ofDocusaurus(text: string): Permalinks {
  const [blog, docs] = [BLOG, DOCS].map((pattern) => pattern.exec(text)?.[1])
  const ofBlog: Permalinks = [
    ['blog/', `/${blog}/:year/:month/:day/:slug`],
    ['blog/', `/${blog}/:slug`],
  ]
  return [
    ...(blog === undefined ? [] : ofBlog),
    ...(docs === undefined ? [] : [['docs/', `/${docs}/:below/:slug`] satisfies Permalinks[number]]),
  ]
}

const BASE = /^[ \t]*baseUrl:\s*["'](\/[^"'\n]*)["']/m

/** Returns the path of the home page of a site, such as `/blog`; an empty text if it has none. */
export function toBase(text: string, fields: Record<string, unknown>): string {
  const written = ['baseurl', 'baseURL', 'baseUrl', 'base_url', 'root']
    .map((key) => readField(fields[key]))
    .find(Boolean)
  const address = written ?? BASE.exec(text)?.[1] ?? ''
  const isWhole = /^\/|^https?:/i.test(address) // `old.example` is a host
  const path = (isWhole && URL.parse(address, 'http://old.invalid')?.pathname) || ''
  return path.replace(/\/+$/, '')
}
