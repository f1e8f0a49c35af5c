import { expect, test } from 'vitest'
import { toLocalDate } from './local-dates.ts'

const DATE = new Date('2025-01-05T23:59:00Z')

test.each([
  ['en', ['January 05, 2025', 'Jan 05, 2025', 'Jan 05']],
  ['de', ['5. Januar 2025', '5. Jan. 2025', '5. Jan.']],
  ['fr', ['5 janvier 2025', '5 janv. 2025', '5 janv.']],
  ['es', ['5 de enero de 2025', '5 ene 2025', '5 ene']],
  ['pt', ['5 de janeiro de 2025', '5 de jan. de 2025', '5 de jan.']],
  ['ar', ['5 يناير 2025', '5 يناير 2025', '5 يناير']],
  ['he', ['5 בינואר 2025', '5 בינו׳ 2025', '5 בינו׳']],
  ['ja', ['2025年1月5日', '2025年1月5日', '1月5日']],
] as const)('dates in %s', (language, dates) => {
  expect((['long', 'short', 'day'] as const).map((length) => toLocalDate(language, length, DATE))).toEqual(
    dates,
  )
})
