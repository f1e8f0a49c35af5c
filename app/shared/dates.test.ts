import { describe, expect, test } from 'vitest'
import { parseMonth, toAgeOrDay, toClock, toLongDate, toMonthName, toShortDate } from './dates.ts'

const EARLY = new Date('2025-01-05T00:00:00.000Z')
const LATE = new Date('2025-01-05T23:59:59.999Z')

const nameIn = (date: Date, month: 'long' | 'short') =>
  date.toLocaleDateString('en-US', { year: 'numeric', month, day: '2-digit', timeZone: 'UTC' })

describe('a published date', () => {
  test('has the whole month and a day of two digits on an article page', () => {
    expect(toLongDate(EARLY)).toBe('January 05, 2025')
    expect(toLongDate(new Date('2024-02-29T12:00:00Z'))).toBe('February 29, 2024')
  })

  test('has a short month and a day of two digits on a card', () => {
    expect(toShortDate(EARLY)).toBe('Jan 05, 2025')
    expect(toShortDate(new Date('2024-12-31T12:00:00Z'))).toBe('Dec 31, 2024')
  })

  test('has the name of each month, as Intl has it', () => {
    const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 28)))
    expect(days.map(toLongDate)).toEqual(days.map((date) => nameIn(date, 'long')))
    expect(days.map(toShortDate)).toEqual(days.map((date) => nameIn(date, 'short')))
  })

  test('is the day in UTC for every reader, from its first millisecond to its last', () => {
    for (const toDate of [toLongDate, toShortDate]) expect(toDate(LATE)).toBe(toDate(EARLY))
    expect(toShortDate(new Date(LATE.getTime() + 1))).toBe('Jan 06, 2025')
  })
})

test('a time is in the time zone of the reader, and has its date when it is not today', () => {
  const now = new Date(2026, 0, 5, 14, 30)
  expect(toClock(new Date(2026, 0, 5, 0, 5), now)).toBe('00:05')
  expect(toClock(new Date(2026, 0, 4, 23, 59), now)).toBe('Jan 04, 23:59')
})

test.each([
  ['2026-11-27T08:59:40Z', 'now'],
  ['2026-11-27T08:01:00Z', '59 min'],
  ['2026-11-27T06:59:00Z', '2 h'],
  ['2026-11-26T09:01:00Z', '23 h'],
  ['2026-11-26T09:00:00Z', '26 Nov'],
  ['2026-01-05T09:00:00Z', '5 Jan'],
  ['2025-12-31T23:59:59Z', '31 Dec 2025'],
  ['2026-11-27T09:00:01Z', '27 Nov'],
])('a change at %s is shown as %s', (date, shown) =>
  expect(toAgeOrDay(new Date(date), new Date('2026-11-27T09:00:00Z'))).toBe(shown),
)

test('a month is read as a number or as a name, and nothing else is a month', () => {
  for (const text of ['2026-05', 'May 2026', 'may 2026', toMonthName('2026-05')])
    expect(parseMonth(text)).toBe('2026-05')
  expect(parseMonth('Sept 2026')).toBe('2026-09')
  for (const text of ['', '2026', '2026-13', 'May', 'Mayhem 2026', 'May 3026', '2026-5'])
    expect(parseMonth(text)).toBeUndefined()
})
