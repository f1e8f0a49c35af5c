import { Temporal } from 'temporal-polyfill'
import { readFormText } from '../../../shared/text.ts'
import { type ClockChange, parseZoneCookie, ZONE_COOKIE } from './schedule.ts'

/** The time zone of a visitor whose browser has not sent one. */
export const NO_ZONE = 'UTC'

/** Returns a time zone that the server knows; `UTC` for any other text. */
export function toTimeZone(name: string | null | undefined): string {
  if (!name || name.length > 64) return NO_ZONE
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId
  } catch {
    return NO_ZONE
  }
}

/** Returns the names of all time zones that a user can choose. */
export const listTimeZones = (): string[] => [NO_ZONE, ...Intl.supportedValuesOf('timeZone')]

/**
 * Returns the moment of a local time such as `2026-11-26T09:00`; undefined if it is invalid. A time that a clock change
 * skips moves forward by the change. Of a repeated time, the first one is used.
 */
export function toMomentIn(timeZone: string, local: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return undefined
  try {
    return new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** Returns what a clock change does to a local time, if it is skipped or repeated on that day. */
export function findClockChange(timeZone: string, local: string): ClockChange | undefined {
  const moment = toMomentIn(timeZone, local)
  if (!moment) return undefined
  const [asked, found] = [local.slice(11), toLocal(timeZone, moment).slice(11)]
  if (asked !== found) return { kind: 'skipped', asked, found }
  return findRepetition(timeZone, moment) ? { kind: 'repeated', asked } : undefined
}

/** Returns which one a moment is, if its local time comes twice on that day. */
export function findRepetition(timeZone: string, moment: Date): 'first' | 'second' | undefined {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  const toEpoch = (disambiguation: 'earlier' | 'later') =>
    zoned.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
  if (toEpoch('earlier') === toEpoch('later')) return undefined
  return toEpoch('earlier') === moment.getTime() ? 'first' : 'second'
}

/** Returns a moment as a `datetime-local` field contains it: `2026-11-26T09:00`. */
export const toLocal = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** Returns the time zone that the browser sent last; `UTC` if it sent none. */
export function readTimeZone(request: Request): string {
  const cookies = request.headers.get('cookie')?.split('; ') ?? []
  const value = cookies.find((cookie) => cookie.startsWith(`${ZONE_COOKIE}=`))?.slice(ZONE_COOKIE.length + 1)
  return toTimeZone(parseZoneCookie(value)?.name)
}

/** Returns the time zone that a form showed beside its time; that of the browser if the form has none. */
export function readFormZone(request: Request, form: FormData): string {
  const shown = readFormText(form, 'timeZone')
  return shown === '' ? readTimeZone(request) : toTimeZone(shown)
}
