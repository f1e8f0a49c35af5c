import { expect, test } from 'vitest'
import { withLineFeeds } from '../../../shared/text.ts'
import { keepLineBreaks } from './line-breaks.ts'

const MIXED = 'a\r\n\r\nb\rc\nd\r\ne'

test.each([
  '',
  'a',
  'a\r\n',
  '\r\n',
  '\r',
  MIXED,
  `${MIXED}\r\n`,
  'a\n\nb\n',
  'tab\t \r\n\u00A0\u2028x\u0085\r\n😀',
])('a text that was not changed keeps every line break: %j', (text) =>
  expect(keepLineBreaks(text, withLineFeeds(text))).toBe(text),
)

test.each([
  ['a\r\nb\r\nc', 'a\nB\nc', 'a\r\nB\r\nc'],
  ['a\r\nb', 'a\nnew\nb\n', 'a\r\nnew\r\nb\r\n'],
  [MIXED, 'A\n\nb\nc\nd\nE', 'A\r\n\r\nb\rc\nd\r\nE'],
  [MIXED, 'a\nb\nc\nx\nd\ne', 'a\r\nb\rc\nx\r\nd\r\ne'],
  [MIXED, '', ''],
  ['a\nb', 'a\r\nc', 'a\nc'],
])('of %j, made to %j, only the changed lines change', (before, typed, after) =>
  expect(keepLineBreaks(before, typed)).toBe(after),
)

test('a text in which every line was changed gets its usual line break', () => {
  const before = Array.from({ length: 3000 }, (_, line) => `old ${line}\r\n`).join('')
  const typed = Array.from({ length: 3000 }, (_, line) => `new ${line}\n`).join('')
  expect(keepLineBreaks(before, typed)).toBe(typed.replaceAll('\n', '\r\n'))
})
