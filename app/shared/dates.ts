const format = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: '2-digit', timeZone: 'UTC' })

const long = format('long')
const short = format('short')

/** `January 05, 2025`, in UTC so that every reader and every cache sees the same day (spec §2, article page). */
export const toLongDate = (date: Date) => long.format(date)

/** `Jan 05, 2025`, in UTC (spec §2, article card). */
export const toShortDate = (date: Date) => short.format(date)
