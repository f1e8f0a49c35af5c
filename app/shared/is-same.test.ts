import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

const AT = '2026-01-05T12:00:00Z'
const card = (more: object = {}) => ({ title: 'Tides', tags: ['Sea'], at: new Date(AT), lang: null, ...more })

test('is true for the same data in other objects', () => {
  expect(isSame(card(), card())).toBe(true)
})

test.each([
  ['another text', { title: 'Ebb' }],
  ['null in place of an empty text', { title: null }],
  ['a list that is longer', { tags: ['Sea', 'Ports'] }],
  ['a list that is shorter', { tags: [] }],
  ['another date', { at: new Date('2026-01-05T12:00:01Z') }],
  ['the number of a date', { at: Number(new Date(AT)) }],
  ['an object in place of a date', { at: {} }],
  ['one more field', { cover: undefined }],
  ['an object in place of null', { lang: {} }],
])('is false for %s', (_, more) => {
  expect(isSame(card(), card(more))).toBe(false)
  expect(isSame(card(more), card())).toBe(false)
})
