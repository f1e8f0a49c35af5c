import { toKey } from './given.ts'

const ID = /[ -]([\da-f]{32})(?=\.\w+$|\/|$)/g
const PAGE = /[ -]([\da-f]{32})\.md$/

/** Returns true for a page of a Notion export, by its path. */
export const isNotionPage = (path: string) => PAGE.test(path)

/** Returns true for a page in the other kind of Notion's exports. */
export const isNotionHtml = (path: string) => /[ -][\da-f]{32}\.html$/.test(path)

/** Returns what identifies a page of Notion, whatever its title is; nothing for another file. */
export function toNotionIdentity(path: string): { source: string; path: string } | undefined {
  const [, id] = PAGE.exec(path) ?? []
  return id === undefined ? undefined : { source: 'notion.so', path: id }
}

/** Returns the path of a page without the numbers in it. */
export const withoutIds = (path: string) => path.replace(ID, '')

/** Returns the address of a page on a site of Notion; none for another file. */
export function toNotionAddress(path: string): string[] {
  const [, id] = PAGE.exec(path) ?? []
  const title = withoutIds(path).replace(/^.*\/|\.md$/g, '')
  return id === undefined ? [] : [`/${title.replace(/[^\p{L}\p{N}]+/gu, '-')}-${id}`, `/${id}`]
}

// What Notion has of every page, and what says nothing of its publication.
const OWN_KEYS = new Map([
  ['lasteditedtime', 'updated'],
  ['lastedited', 'updated'],
  ['createdby', 'author'],
  ['person', 'author'],
  ['writer', 'author'],
  ['publisheddate', 'date'],
  ['publicationdate', 'date'],
  ['publishedon', 'date'],
  ['publishon', 'date'],
  ['label', 'tags'],
  ['labels', 'tags'],
  ['topics', 'tags'],
  ['topic', 'tags'],
])
const UNUSED = new Set(['created', 'createdtime', 'createdat', 'createdon', 'lasteditedby'])
// A block of lines is one of properties if it has one of these.
const KNOWN =
  /^(?:date|publish\w*|status|state|visibility|public|draft|tags?|categor\w+|author\w*|slug|url|description|summary|excerpt|created\w*|lastedited\w*|updated\w*|cover|image|keywords|lang\w*)$/

const HEAD = /^\uFEFF?# ([^\n]+)\n\s*\n((?:[^\n:]{1,80}:[^\n]*\n)+)\n?/

const DATABASE = /\[([^\]\n]*)\]\([^()\s]*\.csv\)/g

/**
 * Returns the properties of a page of Notion as front matter, its text without them, and the names of those that no article
 * has. The day on which a page was made is not that of its publication.
 */
export function readNotion(text: string) {
  const plain = text.replaceAll('\r\n', '\n')
  const [head = '', title = '', lines = ''] = HEAD.exec(`${plain}\n`) ?? []
  const all = lines
    .split('\n')
    .filter(Boolean)
    .map(
      (line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const,
    )
  const isHead = all.some(([name]) => isKnown(toKey(name)))
  const properties = isHead ? all.filter(([name, value]) => value !== '' && !UNUSED.has(toKey(name))) : []
  const lost = properties
    .filter(([name]) => !isKnown(toKey(name)))
    .map(([name]) => `property ${name} (no field)`)
  const content = (isHead ? plain.slice(head.length) : plain).replace(DATABASE, (_, name: string) => {
    lost.push('link to a database (its pages are articles)')
    return name
  })
  const fields: Record<string, unknown> = Object.fromEntries([
    ...(isHead ? [['title', title.trim()]] : []),
    ...properties.map(([name, value]) => [OWN_KEYS.get(toKey(name)) ?? name, toDay(value)]),
  ])
  return { fields, content, lost }
}

const isKnown = (key: string) => KNOWN.test(key) || OWN_KEYS.has(key)

// A period of days begins with the first one. `May 1, 2013 10:00 AM (GMT+2)` has its zone in brackets.
const toDay = (value: string) =>
  /^(?:\w+ \d{1,2}, \d{4}|\d{4}[-/]\d)/.test(value)
    ? value.replace(/\s*→.*$/, '').replace(/\(((?:GMT|UTC)[+-]?)(\d{1,2})?(:\d\d)?\)$/, toZone)
    : value

const toZone = (_: string, ...parts: (string | undefined)[]) => {
  const [sign = '', hours, minutes = ':00'] = parts
  return hours === undefined ? 'UTC' : `${sign}${hours.padStart(2, '0')}${minutes}`
}
