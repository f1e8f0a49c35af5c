import { OWN_SOURCE, toSlug } from '../articles/articles.ts'

/**
 * One article as a reader found it. `place` tells where in the file, for people. `fields` are those of an NDJSON
 * record, unchecked; instead, a `problem` says why there are none, or `leftOut` what was no article and why.
 */
export type Found = { place: string } & (
  { fields: Record<string, unknown> } | { problem: string } | { leftOut: string }
)

/** The text of a field: trimmed; numbers and switches as they are written; undefined for anything else and for nothing. */
export function readField(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** The text of a field as it is, spaces and all; empty for anything else. */
export const readText = (value: unknown) => (typeof value === 'string' ? value : '')

/** The value as a record; an empty one for anything else. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The value as a list of records; what is none is left out. */
export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(toRecord) : []

/** The slug that an article had elsewhere, by our rule; undefined where nothing of it is left. */
export function toKnownSlug(slug: string | undefined): string | undefined {
  const kept = toSlug((slug ?? '').replace(/\.(html?|php|aspx?)$/i, '').replaceAll('_', '-'), '')
  return kept === 'post-' ? undefined : kept
}

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const TIME = /^(\d{1,2}):(\d{2})(:\d{2})?(\.\d{1,3})?\d* *(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const MAIL_DATE = /^[a-z]{3}, .*\d{4} .*(GMT|UTC|[+-]\d{4})$/i // RFC 5322, in feeds
const ZERO = /^0000-00-00/ // what WordPress writes for a date that is not there

/**
 * A date as other programs write it, in ISO 8601 and UTC; without a zone it is read as UTC. A date that cannot be read
 * comes back as it is, so that whoever checks it can refuse it; none is undefined.
 */
export function toMoment(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : readField(value)
  if (!text || ZERO.test(text)) return undefined
  const date = new Date(MAIL_DATE.test(text) ? text : toIso(text))
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** Empty for what is no date. */
function toIso(text: string): string {
  const [day = '', time = '00:00Z'] = text.split(/[T ]+(.*)/s)
  const [isDay, ...date] = DAY.exec(day) ?? []
  const [isTime, hour = '', minute, second = ':00', fraction = '', zone] = TIME.exec(time) ?? []
  if (!isDay || !isTime) return ''
  return `${date.map(pad).join('-')}T${pad(hour)}:${minute}${second}${fraction}${toOffset(zone)}`
}

const toOffset = (zone = 'Z') => (/^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z')

const pad = (digits: string) => digits.padStart(2, '0')

const ENTITIES: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', hellip: '…', ndash: '–', mdash: '—',
  lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”',
} // prettier-ignore

/** A plain line of text from HTML: without tags, with the characters that its entities stand for. */
export const toPlainText = (html: string): string =>
  withoutEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const withoutEntities = (text: string): string =>
  text.replace(/&(#x?)?(\w+);/gi, (entity, sign?: string, name = '') => {
    if (!sign) return ENTITIES[name as string] ?? entity
    const code = Number.parseInt(name as string, sign.length > 1 ? 16 : 10)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
  })

const LINES = ['title', 'description', 'author', 'tags', 'keywords']

/** The fields of an NDJSON record; in those of another program what is a line of text may still be written as HTML. */
export function readRecord(record: unknown): Record<string, unknown> {
  const fields = toRecord(record)
  if (fields.source === OWN_SOURCE) return fields
  const lines = LINES.filter((name) => name in fields).map((name) => [name, toLine(fields[name])])
  return { ...fields, ...Object.fromEntries(lines) }
}

function toLine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toLine)
  return typeof value === 'string' ? withoutEntities(value) : value
}
