import { LINES, LISTS, makeTexts, markConflict, type Merged, NO_TEXTS, type Texts } from './texts.ts'

/** A file of Markdown with front matter. Lines that are not of an article stay as they are. */
export interface Document {
  /** The id of the article or the draft; undefined for a new one. */
  id: string | undefined
  texts: Texts
  /** The keys of the front matter with their lines. */
  entries: Entry[]
  /** True if an empty line follows the front matter. */
  hasGap: boolean
  lineEnd: '\n' | '\r\n'
}

interface Entry {
  key: string
  lines: string[]
}

/** A file that cannot be read as one. The message is a sentence. */
export class UnreadableDocument extends Error {}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
// A dot would stop at U+2028, which is no end of a line in YAML.
const KEY = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+|$)([^\n]*)$/

/** Returns the parts of a file. Throws UnreadableDocument for front matter that it does not understand. */
export function parseDocument(file: string): Document {
  const text = file.replace(/^\uFEFF/, '')
  const lineEnd = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  const unix = text.replaceAll('\r\n', '\n')
  if (unix.startsWith('+++\n'))
    throw new UnreadableDocument('Its front matter is TOML. Write it as YAML, between ---.')
  const [whole = '', head = '', gap = ''] =
    /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)(\n?)/.exec(unix) ?? []
  const entries = toEntries(head)
  const find = (key: string) => entries.find((entry) => entry.key === key)
  const id = toLine(find('id'))
  if (id !== '' && !ID.test(id)) throw new UnreadableDocument(`Its id is none: ${id}`)
  const texts = makeTexts(
    (name) => (name === 'content' ? unix.slice(whole.length) : toLine(find(LINES[name]))),
    (name) => toList(find(LISTS[name])),
  )
  return { id: id.toLowerCase() || undefined, texts, entries, hasGap: gap !== '', lineEnd }
}

function toEntries(head: string): Entry[] {
  const entries: Entry[] = []
  for (const line of head.split('\n').slice(0, -1)) {
    const [, key] = KEY.exec(line) ?? []
    const last = entries.at(-1)
    if (key !== undefined) {
      if (entries.some((entry) => entry.key === key)) throw new UnreadableDocument(`It has ${key} twice.`)
      entries.push({ key, lines: [line] })
    } else if (last) last.lines.push(line)
    else entries.push({ key: '', lines: [line] })
  }
  return entries
}

const isRemark = (line: string) => /^\s*(?:#.*)?$/.test(line)

// A small part of YAML. All else is refused, because a guess could lose something.
function toLine(entry: Entry | undefined): string {
  if (!entry) return ''
  const [first = '', ...more] = entry.lines
  if (!more.every(isRemark)) throw new UnreadableDocument(`Write the value of ${entry.key} on one line.`)
  return toScalar(entry.key, toValue(first))
}

const toValue = (line: string): string => (KEY.exec(line)?.[2] ?? '').trim()

function toScalar(key: string, value: string): string {
  const [, quoted] = /^'((?:[^']|'')*)'[ \t]*(?:#.*)?$/.exec(value) ?? []
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  const [, json] = /^("(?:[^"\\]|\\.)*")[ \t]*(?:#.*)?$/.exec(value) ?? []
  if (json !== undefined) return parseJson(key, json)
  if (/^["'[\]{}&*!|>%@`]/.test(value))
    throw new UnreadableDocument(`Put the value of ${key} between quotation marks.`)
  const plain = value.replace(/(?:^|[ \t]+)#.*$/, '')
  return /^(?:~|null)$/i.test(plain) ? '' : plain
}

function parseJson(key: string, json: string): string {
  try {
    return JSON.parse(json) as string
  } catch {
    throw new UnreadableDocument(`The value of ${key} has a backslash that means nothing.`)
  }
}

const ITEM = /^\s*-[ \t]+([^\n]*)$/
const IN_LIST = /\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)/gy

function toList(entry: Entry | undefined): string[] {
  if (!entry) return []
  const { key, lines } = entry
  const [first = '', ...more] = lines
  const value = toValue(first)
  const items = more.filter((line) => !isRemark(line)).map((line) => ITEM.exec(line)?.[1])
  if (items.includes(undefined) || (value !== '' && items.length > 0))
    throw new UnreadableDocument(`Write ${key} on one line, or each entry on a line with a dash.`)
  const inner = /^\[(.*)\][ \t]*(?:#.*)?$/s.exec(value)?.[1] ?? value
  const found = items.length > 0 ? items : [...inner.matchAll(IN_LIST)].map(([, item]) => item)
  return found.map((item = '') => toScalar(key, item.trim())).filter((item) => item !== '')
}

/** Returns a document with other texts. Only the lines of changed fields are written anew; conflicts get marks. */
export function writeTexts(
  document: Document,
  { texts, conflicts }: Pick<Merged, 'texts' | 'conflicts'>,
): Document {
  const wanted: [key: string, value: string | string[], before: string | string[]][] = [
    ...entriesOf(LINES).map(
      ([name, key]) => [key, texts[name], document.texts[name]] as [string, string, string],
    ),
    ...entriesOf(LISTS).map(
      ([name, key]) => [key, texts[name], document.texts[name]] as [string, string[], string[]],
    ),
  ]
  let { entries } = document
  for (const [key, value, before] of wanted)
    if (JSON.stringify(value) !== JSON.stringify(before)) entries = replace(entries, key, toYaml(key, value))
  for (const [name, theirs] of Object.entries(conflicts) as [keyof typeof LINES, string][]) {
    const key = LINES[name]
    const [mine, other] = [toYaml(key, texts[name]), toYaml(key, theirs)].map((lines) =>
      lines.map((each) => `${each}\n`).join(''),
    )
    entries = replace(
      entries,
      key,
      markConflict(mine ?? '', other ?? '')
        .split('\n')
        .slice(0, -1),
    )
  }
  return { ...document, texts, entries }
}

const entriesOf = <Name extends string>(names: Record<Name, string>) =>
  Object.entries(names) as [Name, string][]

function toYaml(key: string, value: string | string[]): string[] {
  if (value.length === 0) return []
  return [
    `${key}: ${Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]` : JSON.stringify(value)}`,
  ]
}

function replace(entries: Entry[], key: string, lines: string[]): Entry[] {
  if (!entries.some((entry) => entry.key === key))
    return lines.length > 0 ? [...entries, { key, lines }] : entries
  return entries.flatMap((entry) => {
    if (entry.key !== key) return [entry]
    const remarks = entry.lines.slice(1).filter((line) => /^\s*#/.test(line))
    return lines.length + remarks.length > 0 ? [{ key, lines: [...lines, ...remarks] }] : []
  })
}

/** Returns a document with another id. Throws for an id that is none: it would become a name of a file, too. */
export const withId = (document: Document, id: string): Document => {
  if (!ID.test(id)) throw new UnreadableDocument(`The newsroom names an id that is none: ${id}`)
  const line = { key: 'id', lines: [`id: ${id}`] }
  const entries = document.entries.some(({ key }) => key === 'id')
    ? document.entries.map((entry) => (entry.key === 'id' ? line : entry))
    : [line, ...document.entries]
  return { ...document, id, entries }
}

/** Returns the document of an article that has no file yet. */
export const newDocument = (id: string, texts: Texts): Document =>
  writeTexts(withId({ id, texts: NO_TEXTS, entries: [], hasGap: true, lineEnd: '\n' }, id), {
    texts,
    conflicts: {},
  })

/** Returns the text of a file. */
export function formatDocument({ entries, texts, hasGap, lineEnd }: Document): string {
  const head = entries
    .flatMap(({ lines }) => lines)
    .map((line) => `${line}\n`)
    .join('')
  const unix =
    head === ''
      ? texts.content
      : `---\n${head}---\n${hasGap || texts.content.startsWith('\n') ? '\n' : ''}${texts.content}`
  return lineEnd === '\n' ? unix : unix.replaceAll('\n', '\r\n')
}
