import { readField } from './source-fields.ts'

const ZERO = /^0000-00-00|-0001\b/ // WordPress writes these for a missing date
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i

// Each of them finds its parts by name. A day and a month in digits are told apart by `toDay`.
const DAYS = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)/,
  /^(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/,
  /^(?<one>\d{1,2})([-/.])(?<two>\d{1,2})\2(?<year>\d{4})(?!\d)/,
  new RegExp(`^(?<name>${MONTH})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?!\\d)`, 'i'),
  new RegExp(
    `^(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.?[\\s-]+(?:of\\s+)?(?<name>${MONTH}),?[\\s-]+(?<year>\\d{4})(?!\\d)`,
    'i',
  ),
  new RegExp(`^(?<year>\\d{4})[\\s-]+(?<name>${MONTH})[\\s-]+(?<day>\\d{1,2})(?!\\d)`, 'i'),
]
const TIME =
  /^(?:[T\s,]+|\s*at\s+)(?<hour>\d{1,2}):(?<minute>\d{1,2})(?::(?<second>\d{1,2})(?:[.,](?<fraction>\d{1,3})\d*)?)?\s*(?<half>[ap]\.?m\.?)?/i
const ZONE =
  /^\s*(?:(?:GMT|UTC)?(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?|(?<zone>[A-Z]{1,5}))?(?:\s*\([^)]*\)|\[[^\]]*\])?\s*$/i

// Those of RFC 5322, and others that are used for one zone alone.
const ZONES: Record<string, number> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  UT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
}

const LONGEST = 100 // in characters; some patterns need much longer for a long text

/**
 * Returns a date of another program in ISO 8601 and UTC; undefined for a missing date. Without a time zone it is read as
 * UTC. It may be in digits, with the name of a month, or in seconds or milliseconds since 1970. Returns an unreadable or
 * ambiguous date (`07/08/2022`) unchanged. The check of the record then refuses it.
 */
export function toMoment(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : readField(value)
  if (text && text.length > LONGEST) return text
  if (!text || ZERO.test(text)) return undefined
  return toEpoch(text) ?? toDate(text) ?? text
}

/** Returns true for a date with digits that can mean two days. */
export function isAmbiguous(text: string): boolean {
  const { one, two } = /^(?<one>\d{1,2})([-/.])(?<two>\d{1,2})\2\d{4}(?!\d)/.exec(text)?.groups ?? {}
  return one !== undefined && two !== undefined && canSwap(one, two)
}

const canSwap = (one: string, two: string) => one !== two && Number(one) <= 12 && Number(two) <= 12

function toEpoch(text: string): string | undefined {
  if (!/^\d{9,10}$|^\d{12,13}$/.test(text)) return undefined
  return new Date(Number(text) * (text.length > 10 ? 1 : 1000)).toISOString()
}

type Groups = Partial<Record<string, string>>

function toDate(text: string): string | undefined {
  const plain = text.replace(DAY_NAME, '')
  // `Date.toString` and C's `ctime` write the year after the time.
  const ordered = plain.replace(
    /^([a-z]{3} +\d{1,2}) +(\d\d:\d\d:\d\d) +(?:([A-Z]{3,4}) +)?(\d{4})$/i,
    '$1 $4 $2 $3',
  )
  const found = DAYS.map((pattern) => pattern.exec(ordered)).find((match) => match !== null)
  const day = found && toDay(found.groups ?? {})
  if (!day) return undefined
  const rest = ordered.slice(found[0].length)
  const time = TIME.exec(rest)
  const zone = ZONE.exec(time ? rest.slice(time[0].length) : rest)?.groups
  const offset = zone && toOffset(zone)
  if (offset === undefined) return undefined
  return toUtc(day, time?.groups ?? {}, offset)
}

function toDay({
  year,
  month,
  day,
  name,
  one,
  two,
}: Groups): [year: number, month: number, day: number] | undefined {
  if (name !== undefined)
    return [Number(year), MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1, Number(day)]
  if (one === undefined || two === undefined) return [Number(year), Number(month), Number(day)]
  if (canSwap(one, two)) return undefined
  return Number(one) > 12
    ? [Number(year), Number(two), Number(one)]
    : [Number(year), Number(one), Number(two)]
}

/** Returns minutes. */
function toOffset({ sign, hours, minutes = '0', zone }: Groups): number | undefined {
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const known = zone === undefined ? 0 : ZONES[zone.toUpperCase()]
  return known === undefined ? undefined : known * 60
}

function toUtc(day: [number, number, number], time: Groups, offset: number): string | undefined {
  const [hours, minutes, milliseconds] = toClock(time)
  const [year, month, date] = day
  const utc = new Date(Date.UTC(year, month - 1, date, hours, minutes, 0, milliseconds))
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === date && hours < 24 && minutes < 60
  return isReal ? new Date(utc.getTime() - offset * 60_000).toISOString() : undefined
}

function toClock({
  hour,
  minute,
  second,
  fraction,
  half,
}: Groups): [hours: number, minutes: number, ms: number] {
  const isAfternoon = half !== undefined && /^p/i.test(half)
  const hours = half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return [hours, Number(minute ?? 0), Number(second ?? 0) * 1000 + Number((fraction ?? '').padEnd(3, '0'))]
}
