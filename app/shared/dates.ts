// Written out: a list has many dates, and Intl takes a fiftieth of the time of a home page.
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

const monthOf = (date: Date) => MONTHS[date.getUTCMonth()] ?? ''
const dayAndYearOf = (date: Date) => `${String(date.getUTCDate()).padStart(2, '0')}, ${date.getUTCFullYear()}`

/**
 * Returns `January 05, 2025` (spec §2, article page). The date is in UTC, so that every reader and every cache sees the
 * same day.
 */
export const toLongDate = (date: Date) => `${monthOf(date)} ${dayAndYearOf(date)}`

/** Returns `Jan 05, 2025`, in UTC (spec §2, article card). */
export const toShortDate = (date: Date) => `${monthOf(date).slice(0, 3)} ${dayAndYearOf(date)}`

/** Returns `Jan 05`, in UTC. */
export const toMonthDay = (date: Date) => toShortDate(date).slice(0, 6)

/** Returns `January 2025`, in UTC. */
export const toLongMonth = (date: Date) => `${monthOf(date)} ${date.getUTCFullYear()}`

/** Returns `January 2025` for a month such as `2025-01`. */
export const toMonthName = (month: string) => toLongMonth(new Date(`${month}-01`))

/** Returns `2025-01` for that text, `January 2025` or `Jan 2025`. Returns undefined for any other text. */
export function parseMonth(text: string): string | undefined {
  if (/^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text)) return text
  const [, word = '', year] = /^([a-z]{3,9})\.? ((?:19|20)\d\d)$/i.exec(text) ?? []
  const index = MONTHS.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase()))
  return year === undefined || index < 0 ? undefined : `${year}-${String(index + 1).padStart(2, '0')}`
}

/** Returns `5 Jan` in the year of `now`, otherwise `5 Jan 2025`; in UTC. */
export function toDay(date: Date, now: Date): string {
  const day = `${date.getUTCDate()} ${monthOf(date).slice(0, 3)}`
  return date.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`
}

/** Returns the age of a date of the last 24 hours, such as `2 h` or `5 min`; otherwise its day, such as `5 Jan`. */
export function toAgeOrDay(date: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 0 || minutes >= 24 * 60) return toDay(date, now)
  if (minutes === 0) return 'now'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** Returns a date with its time to the minute: `Jan 05, 2025, 14:05 UTC`. */
export const toMoment = (date: Date) => `${toShortDate(date)}, ${date.toISOString().slice(11, 16)} UTC`

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const relative = new Intl.RelativeTimeFormat('en-US')

/** Returns the age of a date, such as `3 hours ago`; `just now` for less than a minute. */
export function toAgo(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const unit = UNITS.find(([, length]) => ms >= length)
  return unit ? relative.format(-Math.floor(ms / unit[1]), unit[0]) : 'just now'
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns `14:05`, or `Jan 05, 14:05` if that is not today, in the time zone of the reader. For the browser only. */
export function toClock(date: Date, now: Date): string {
  const isToday = date.toDateString() === now.toDateString()
  return date.toLocaleString('en-US', isToday ? clock : { ...clock, month: 'short', day: '2-digit' })
}

/** Returns the hint beside a time that a person chooses. */
export const toZoneHint = (timeZone: string) => `Time in ${timeZone.replaceAll('_', ' ')}.`

const AHEAD_MS = 300_000 // the clocks of two computers differ a little

/** Returns true for a stored time in the future, by more than five minutes: it was stored while a clock ran ahead. */
export const isAhead = (stored: Date) => stored.getTime() > Date.now() + AHEAD_MS
