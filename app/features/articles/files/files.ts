import { decodeHTMLStrict } from 'entities'
import { OWN_SOURCE, toSlug } from '../articles.ts'

/**
 * One item of a file to import. `place` is its position as users read it, such as `line 4`. `fields` are the unchecked
 * fields of an NDJSON record. Without fields it has a `problem`, or the reason why it is `leftOut`.
 */
export type Found = { place: string } & (
  { fields: Record<string, unknown> } | { problem: string } | { leftOut: string }
)

/**
 * Returns the trimmed text of a field, also of a number or a boolean; undefined for an empty text and any other type.
 */
export function readField(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** Returns the same as readField, but an empty text instead of undefined. */
export const readTrimmed = (value: unknown): string => readField(value) ?? ''

/** Returns the text of a field with its spaces; an empty text for any other type. */
export const readRawField = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns an object as a record; an empty record for any other type. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns the objects of a list as records; an empty list for any other type. */
export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(toRecord) : []

/**
 * Returns the slug of an article from another program, changed to our rule (spec §5); undefined if no character is
 * left.
 */
export function toKnownSlug(slug: string | undefined): string | undefined {
  if (slug === undefined) return undefined
  const kept = toSlug(slug.replace(/\.(html?|php|aspx?)$/i, '').replaceAll('_', '-'), '')
  return kept === 'post-' ? undefined : kept
}

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const TIME = /^(\d{1,2}):(\d{2})(:\d{2})?(\.\d{1,3})?\d* *(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const MAIL_DATE = /^[a-z]{3}, .*\d{4} .*(GMT|UTC|[+-]\d{4})$/i // RFC 5322, in feeds
const ZERO = /^0000-00-00/ // WordPress writes this for a missing date

/**
 * Returns a date of another program in ISO 8601 and UTC; without a time zone it is read as UTC. A date that cannot be
 * read is returned as it is, so that the check of the record refuses it. A missing date is undefined.
 */
export function toMoment(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : readField(value)
  if (!text || ZERO.test(text)) return undefined
  const date = new Date(MAIL_DATE.test(text) ? text : toIso(text))
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** Returns an empty text for a string that is not a date. */
function toIso(text: string): string {
  const [day = '', time = '00:00Z'] = text.split(/[T ]+(.*)/s)
  const [isDay, ...date] = DAY.exec(day) ?? []
  const [isTime, hour = '', minute, second = ':00', fraction = '', zone] = TIME.exec(time) ?? []
  if (!isDay || !isTime) return ''
  return `${date.map(pad).join('-')}T${pad(hour)}:${minute}${second}${fraction}${toOffset(zone)}`
}

const toOffset = (zone = 'Z') => (/^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z')

const pad = (digits: string) => digits.padStart(2, '0')

/** Returns the text of a piece of HTML on one line: without tags, with characters instead of entities. */
export const toPlainText = (html: string): string =>
  decodeHTMLStrict(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const LINES = ['title', 'description', 'author', 'tags', 'keywords']

/** Returns the fields of an NDJSON record. In a record of another program, HTML entities in lines of text are decoded. */
export function readRecord(record: unknown): Record<string, unknown> {
  const fields = toRecord(record)
  if (fields.source === OWN_SOURCE) return fields
  const lines = LINES.filter((name) => name in fields).map((name) => [name, toLine(fields[name])])
  return { ...fields, ...Object.fromEntries(lines) }
}

function toLine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toLine)
  return typeof value === 'string' ? decodeHTMLStrict(value) : value
}

/** A file to read articles from. */
export interface SourceFile {
  /** Its path within its folder or archive, or its name. */
  name: string
  /** Its size; undefined if that is not known before it is read. */
  bytes?: number | undefined
  /** Returns its bytes from the beginning, each time. */
  open: () => AsyncIterable<Uint8Array>
}

/** Thrown for a file that cannot be imported at all. The message is the reason, as a sentence for users. */
export class UnreadableFile extends Error {}
