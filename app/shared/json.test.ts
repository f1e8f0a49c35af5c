import { expect, test } from 'vitest'
import { parseJson, refuseDeep, TooDeepError } from './json.ts'

const nest = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)

test('JSON is read up to the levels that are allowed', () => {
  expect(parseJson(nest(3, '{"a":"b"}'), 4)).toEqual([[[{ a: 'b' }]]])
  expect(() => parseJson(nest(3, '{"a":"b"}'), 3)).toThrow('It is nested deeper than 3 levels.')
  expect(parseJson(`[${nest(99)},${nest(99)}]`)).toHaveLength(2)
})

test.each(['"[[[["', String.raw`"\"[[[[\\"`, String.raw`["\\", "[[[[", "]]"]`])(
  'brackets in a string are no levels: %s',
  (text) => {
    expect(parseJson(text, 1)).toEqual(JSON.parse(text))
  },
)

test.each(['[[', '{"a', '"\\', ']]]', '', 'x'])('%s is no JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
  expect(() => parseJson(text)).not.toThrow(TooDeepError)
})

test.each(['[', '{"a":'])('a million levels of %s are refused at once', (text) => {
  expect(() => parseJson(text.repeat(1_000_000))).toThrow(TooDeepError)
})

test('a value of another format is refused if it is nested too deep', () => {
  const value = { a: [{ b: 1 }] }
  expect(refuseDeep(value, 3)).toBe(value)
  expect(() => refuseDeep(value, 2)).toThrow(TooDeepError)
})
