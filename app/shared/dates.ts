const format = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: '2-digit', timeZone: 'UTC' })

const long = format('long')
const short = format('short')

/** `January 05, 2025`, in UTC so that every reader and every cache sees the same day (spec §2, article page). */
export const toLongDate = (date: Date) => long.format(date)

/** `Jan 05, 2025`, in UTC (spec §2, article card). */
export const toShortDate = (date: Date) => short.format(date)

/** A moment to the minute, such as Jan 05, 2025, 14:05 UTC. */
export const toMoment = (date: Date) => `${toShortDate(date)}, ${date.toISOString().slice(11, 16)} UTC`

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const relative = new Intl.RelativeTimeFormat('en-US')

/** How long ago something was, such as `3 hours ago`; within a minute it is `just now`. */
export function toAgo(date: Date, now: Date): string {
  const ms = now.getTime() - date.getTime()
  const unit = UNITS.find(([, length]) => ms >= length)
  return unit ? relative.format(-Math.floor(ms / unit[1]), unit[0]) : 'just now'
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `14:05`, or `Jan 05, 14:05` on another day than today; in the time zone of whoever reads it. For the browser alone. */
export function toClock(date: Date, now: Date): string {
  const isToday = date.toDateString() === now.toDateString()
  return date.toLocaleString('en-US', isToday ? clock : { ...clock, month: 'short', day: '2-digit' })
}
