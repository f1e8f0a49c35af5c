import { describe, expect, test } from 'vitest'
import {
  capitalise,
  escapeHtml,
  readFormText,
  toAsciiDigits,
  toExcerpt,
  toFirstSentence,
  toInitials,
  toList,
  unescapeHtml,
} from './text.ts'

describe('a list typed with commas', () => {
  test.each([
    ['Travel, Health', ['Travel', 'Health']],
    ['  one ,two,  three  ', ['one', 'two', 'three']],
    [',, one ,,', ['one']],
    ['one, two, one', ['one', 'two']],
    ['New York, New  York', ['New York', 'New  York']],
    ['Travel, travel', ['Travel', 'travel']],
    ['Cafe\u0301, Café', ['Café']],
    ['', []],
    [' , ', []],
  ])('is split and trimmed, without empty items and repeats: %j', (typed, list) =>
    expect(toList(typed)).toEqual(list),
  )
})

describe('an excerpt', () => {
  test('is the text itself where it is short enough', () => {
    expect(toExcerpt('12345', 5)).toBe('12345')
    expect(toExcerpt('', 5)).toBe('')
  })

  test('of a longer text ends with an ellipsis, without a space before it', () => {
    expect(toExcerpt('123456', 5)).toBe('12345…')
    expect(toExcerpt('one two', 4)).toBe('one…')
  })

  test('never cuts a character in half', () => {
    expect(toExcerpt('🎉🎉🎉', 2)).toBe('🎉🎉…')
    expect(toExcerpt('🎉🎉', 2)).toBe('🎉🎉')
  })

  test.each([
    ['🇳🇴🇸🇪🇫🇮', 3, '🇳🇴…'], // a flag is two code points
    ['a👩‍👩‍👧‍👦b', 4, 'a…'],
    ['naïve', 3, 'na…'],
    ['a👍🏽', 2, 'a…'],
    ['한국', 4, '한…'],
  ])('never cuts a character of several code points: %j after %i', (text, length, excerpt) =>
    expect(toExcerpt(text.normalize('NFD'), length).normalize('NFC')).toBe(excerpt),
  )

  test('cuts a text that is a single endless character', () =>
    expect(toExcerpt(`a${'\u0301'.repeat(500)}`, 9)).toBe(`a${'\u0301'.repeat(8)}…`))
})

describe('the initials of a name', () => {
  test.each([
    ['Ines Halloran', 'IH'],
    ['madonna', 'M'],
    ['Ludwig van Beethoven', 'LB'],
    ['  élodie   du  pré ', 'ÉP'],
    ['李 小龍', '李小'],
    ['𝒜da Lovelace', '𝒜L'],
    ['E\u0301lodie', 'E\u0301'],
    ['Agent 007', 'A'],
    ['', ''],
    ['42', ''],
  ])('are the first letters of its first and its last word: %j', (name, initials) =>
    expect(toInitials(name)).toBe(initials),
  )
})

test('escaped text is the same after unescaping, even if it has entities in it', () => {
  for (const text of ['a < b > "c" & d', '&amp;lt; &nbsp; &#39;', ''])
    expect(unescapeHtml(escapeHtml(text))).toBe(text)
})

test('only the first letter of a text is capitalised', () => {
  expect(capitalise('health')).toBe('Health')
  expect(capitalise('local news')).toBe('Local news')
  expect(capitalise('')).toBe('')
})

describe('a field of a form', () => {
  test('has line feeds as typed, not the CRLF that a browser sends', () => {
    const form = new FormData()
    form.set('content', 'one\r\ntwo\r\n\r\nthree\rfour')
    expect(readFormText(form, 'content')).toBe('one\ntwo\n\nthree\rfour')
  })

  test('is empty where it is missing or a file', () => {
    const form = new FormData()
    form.set('content', new File(['text'], 'text.md'))
    expect(readFormText(form, 'content')).toBe('')
    expect(readFormText(form, 'title')).toBe('')
  })
})

test('digits of every script become 0 to 9, and all else stays', () => {
  expect(toAsciiDigits('٠٩ ۱۲ ०९ ０９ \u{1D7CE}\u{1D7FF} 42 a-½²')).toBe('09 12 09 09 09 42 a-½²')
})

test('the first sentence of a text has at most 200 characters', () => {
  expect(toFirstSentence('She writes about tides. And boats.')).toBe('She writes about tides.')
  expect(toFirstSentence(' Port news since 1987 ')).toBe('Port news since 1987')
  expect(toFirstSentence('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`)
  expect(toFirstSentence('')).toBe('')
})
