import { capitalise, escapeHtml } from '../../../shared/text.ts'
import { toKnownSlug } from './source-texts.ts'

type Filter = (value: string, ...given: string[]) => string | undefined

const toNumber = (value: string) => (value.trim() === '' ? Number.NaN : Number(value))
const compute =
  (count: (one: number, other: number) => number): Filter =>
  (value, given = '') => {
    const result = count(toNumber(value), toNumber(given))
    return Number.isFinite(result) ? `${result}` : undefined
  }
const keep: Filter = (value) => value

// Of Liquid, and of Nunjucks where it has other names. Filters of addresses are left to the renderer.
const FILTERS = new Map<string, Filter>([
  ['upcase', (value) => value.toUpperCase()],
  ['upper', (value) => value.toUpperCase()],
  ['downcase', (value) => value.toLowerCase()],
  ['lower', (value) => value.toLowerCase()],
  ['capitalize', (value) => capitalise(value.toLowerCase())],
  ['title', (value) => value.replace(/\S+/g, (word) => capitalise(word.toLowerCase()))],
  ['strip', (value) => value.trim()],
  ['trim', (value) => value.trim()],
  ['lstrip', (value) => value.trimStart()],
  ['rstrip', (value) => value.trimEnd()],
  ['append', (value, given = '') => value + given],
  ['prepend', (value, given = '') => given + value],
  ['replace', (value, from = '', to = '') => value.replaceAll(from, () => to)],
  ['replace_first', (value, from = '', to = '') => value.replace(from, () => to)],
  ['remove', (value, given = '') => value.replaceAll(given, '')],
  ['remove_first', (value, given = '') => value.replace(given, '')],
  ['strip_html', (value) => value.replace(/<[^<>]*>/g, '')],
  ['strip_newlines', (value) => value.replace(/\n/g, '')],
  ['escape', escapeHtml],
  ['xml_escape', escapeHtml],
  ['slugify', (value) => toKnownSlug(value)],
  ['url_encode', encodeURIComponent],
  ['size', (value) => `${Array.from(value).length}`],
  ['length', (value) => `${Array.from(value).length}`],
  ['default', (value, given = '') => value || given],
  ['plus', compute((one, other) => one + other)],
  ['minus', compute((one, other) => one - other)],
  ['times', compute((one, other) => one * other)],
  ['divided_by', compute((one, other) => (Number.isInteger(other) ? Math.floor(one / other) : one / other))],
  ['modulo', compute((one, other) => one % other)],
  ['abs', compute((one) => Math.abs(one))],
  ['date', formatDate],
  ['markdownify', keep],
  ['safe', keep],
  ['raw', keep],
])

const EXPRESSION =
  /\{\{-?\s*(?:"([^"{}]*)"|'([^'{}]*)'|(-?\d+(?:\.\d+)?))\s*((?:\|\s*\w+\s*(?::?\s*\(?[^|{}]*)?)+?)\s*-?\}\}/g

/** Computes the expressions of a text that use no variable, such as `{{ "a" | upcase }}`. Returns the text with their values. */
export const computeFilters = (text: string): string =>
  text.replace(EXPRESSION, (whole, ...groups: (string | undefined)[]) => {
    const [double, single, number, filters = ''] = groups
    return applyAll(double ?? single ?? number ?? '', filters) ?? whole
  })

function applyAll(value: string, filters: string): string | undefined {
  let result: string | undefined = value
  for (const [, name = '', given = ''] of filters.matchAll(/\|\s*(\w+)\s*((?:"[^"]*"|'[^']*'|[^|"'])*)/g)) {
    const values = Array.from(given.matchAll(/"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)/g), (found) =>
      found.slice(1).find((each) => each !== undefined),
    )
    const filter = FILTERS.get(name)
    if (!filter || result === undefined) return undefined
    result = filter(result, ...values.map((each) => each ?? ''))
  }
  return result
}

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const DAYS = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** Writes a day as Ruby does: `%Y-%m-%d`. Returns undefined for another sign. */
function formatDate(value: string, pattern = ''): string | undefined {
  const day = value === 'now' || value === 'today' ? new Date() : new Date(value)
  if (pattern === '' || Number.isNaN(day.getTime())) return undefined
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  const parts: Partial<Record<string, string | undefined>> = {
    Y: year,
    y: year?.slice(2),
    m: month,
    d: date,
    e: `${Number(date)}`.padStart(2),
    B: MONTHS.format(day),
    b: MONTHS.format(day).slice(0, 3),
    A: DAYS.format(day),
    a: DAYS.format(day).slice(0, 3),
  }
  const isKnown = Array.from(pattern.matchAll(/%-?(\w)/g)).every(([, sign = '']) => parts[sign] !== undefined)
  return isKnown
    ? pattern.replace(/%(-?)(\w)/g, (_, bare: string, sign: string) => {
        const part = parts[sign] ?? ''
        return bare ? part.replace(/^[0 ]/, '') : part
      })
    : undefined
}
