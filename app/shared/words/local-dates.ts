import { toLongDate, toMonthDay, toShortDate } from '../dates.ts'
import type { SiteLanguage } from '../languages.ts'

const ENGLISH = { long: toLongDate, short: toShortDate, day: toMonthDay }
/** The lengths of a date. */
type Length = keyof typeof ENGLISH

const OPTIONS: Record<Length, Intl.DateTimeFormatOptions> = {
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a date in UTC as a language writes it. `day` has no year. */
export function toLocalDate(language: SiteLanguage, length: Length, date: Date): string {
  if (language === 'en') return ENGLISH[length](date)
  const key = `${language} ${length}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...OPTIONS[length], timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(date)
}
