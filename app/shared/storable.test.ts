import { expect, test } from 'vitest'
import { toStorable } from './storable.ts'

test('what no store takes is replaced by a sign that its author sees', () => {
  expect(toStorable('Ti\0des \ud800 \udc00 🌊')).toBe('Ti\ufffddes \ufffd \ufffd 🌊')
  const date = new Date(0)
  expect(toStorable({ title: '\0', tags: ['a\ud800'], isOn: true, at: date, none: null })).toEqual({
    title: '\ufffd',
    tags: ['a\ufffd'],
    isOn: true,
    at: date,
    none: null,
  })
})
