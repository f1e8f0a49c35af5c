import { describe, expect, test } from 'vitest'
import { toClock, toLongDate, toShortDate } from './dates.ts'

const EARLY = new Date('2025-01-05T00:00:00.000Z')
const LATE = new Date('2025-01-05T23:59:59.999Z')

describe('a published date', () => {
  test('has the whole month and a day of two digits on an article page', () => {
    expect(toLongDate(EARLY)).toBe('January 05, 2025')
    expect(toLongDate(new Date('2024-02-29T12:00:00Z'))).toBe('February 29, 2024')
  })

  test('has a short month and a day of two digits on a card', () => {
    expect(toShortDate(EARLY)).toBe('Jan 05, 2025')
    expect(toShortDate(new Date('2024-12-31T12:00:00Z'))).toBe('Dec 31, 2024')
  })

  test('is the same day for every reader: the one in UTC, from its first moment to its last', () => {
    for (const toDate of [toLongDate, toShortDate]) expect(toDate(LATE)).toBe(toDate(EARLY))
    expect(toShortDate(new Date(LATE.getTime() + 1))).toBe('Jan 06, 2025')
  })
})

test('an hour is that of the reader, and says its day when it is another', () => {
  const now = new Date(2026, 0, 5, 14, 30)
  expect(toClock(new Date(2026, 0, 5, 0, 5), now)).toBe('00:05')
  expect(toClock(new Date(2026, 0, 4, 23, 59), now)).toBe('Jan 04, 23:59')
})
