/** A day of the calendar. */
export interface Day {
  /** Such as `2026-11-25`. */
  date: string
  /** The number in its month. */
  number: number
  isToday: boolean
  /** True if it belongs to the month before or after. */
  isOutside: boolean
}

/** Returns the month in a URL, such as `2026-11`; undefined if it is invalid. */
export const parseMonth = (text: string | null): string | undefined =>
  text !== null && /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** Returns the month that is `count` months after one. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return first.toISOString().slice(0, 7)
}

/** Returns the day that is `count` days after one, such as `2026-11-25`. */
export function addDays(date: string, count: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + count)
  return day.toISOString().slice(0, 10)
}

/** Returns the days of the weeks that a month overlaps, Monday first. */
export function toWeeks(month: string, today: string): Day[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const start = new Date(first)
  start.setUTCDate(1 - ((first.getUTCDay() + 6) % DAYS))
  const weeks: Day[][] = []
  for (const day = start; day.toISOString().slice(0, 7) <= month;)
    weeks.push(
      Array.from({ length: DAYS }, () => {
        const date = day.toISOString().slice(0, 10)
        day.setUTCDate(day.getUTCDate() + 1)
        return toDay(date, { month, today })
      }),
    )
  return weeks
}

const DAYS = 7

const toDay = (date: string, { month, today }: { month: string; today: string }): Day => ({
  date,
  number: Number(date.slice(8)),
  isToday: date === today,
  isOutside: !date.startsWith(month),
})
