import { expect, test } from 'vitest'
import { addMonths, parseMonth, toWeeks } from './month.ts'

test('a month has all weeks that it overlaps, Monday first', () => {
  const weeks = toWeeks('2026-11', '2026-11-25')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.map(({ date }) => date)).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ])
  expect(weeks.at(-1)?.at(-1)).toEqual({ date: '2026-12-06', number: 6, isToday: false, isOutside: true })
  expect(weeks.flat().filter(({ isToday }) => isToday)).toHaveLength(1)
  expect(toWeeks('2027-02', '2026-11-25')).toHaveLength(4) // begins on a Monday, ends on a Sunday
})

test('months go over the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test.each(['2026-13', '2026-00', '26-11', '', 'november', '9999-01', '2026-11-01'])(
  '“%s” is not a month',
  (text) => expect(parseMonth(text)).toBeUndefined(),
)
