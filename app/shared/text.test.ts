import { describe, expect, test } from 'vitest'
import { capitalise, escapeHtml, readText, toExcerpt, toInitials, toList, unescapeHtml } from './text.ts'

describe('a list typed with commas', () => {
  test.each([
    ['Travel, Health', ['Travel', 'Health']],
    ['  one ,two,  three  ', ['one', 'two', 'three']],
    [',, one ,,', ['one']],
    ['one, two, one', ['one', 'two']],
    ['New York, New  York', ['New York', 'New  York']],
    ['Travel, travel', ['Travel', 'travel']],
    ['', []],
    [' , ', []],
  ])('is split, trimmed and freed of empties and repeats: %j', (typed, list) =>
    expect(toList(typed)).toEqual(list),
  )
})

describe('an excerpt', () => {
  test('is the text itself where it is short enough', () => {
    expect(toExcerpt('12345', 5)).toBe('12345')
    expect(toExcerpt('', 5)).toBe('')
  })

  test('ends with an ellipsis where something was left out, and not with a space before it', () => {
    expect(toExcerpt('123456', 5)).toBe('12345…')
    expect(toExcerpt('one two', 4)).toBe('one…')
  })

  test('never cuts a character in half', () => {
    expect(toExcerpt('🎉🎉🎉', 2)).toBe('🎉🎉…')
    expect(toExcerpt('🎉🎉', 2)).toBe('🎉🎉')
  })
})

describe('the initials of a name', () => {
  test.each([
    ['Ines Halloran', 'IH'],
    ['madonna', 'M'],
    ['Ludwig van Beethoven', 'LB'],
    ['  élodie   du  pré ', 'ÉP'],
    ['李 小龍', '李小'],
    ['𝒜da Lovelace', '𝒜L'],
    ['Agent 007', 'A'],
    ['', ''],
    ['42', ''],
  ])('are its first and its last word: %j', (name, initials) => expect(toInitials(name)).toBe(initials))
})

test('text comes back from HTML as it went in, entities in it too', () => {
  for (const text of ['a < b > "c" & d', '&amp;lt; &nbsp; &#39;', ''])
    expect(unescapeHtml(escapeHtml(text))).toBe(text)
})

test('a word is capitalised by its first letter alone', () => {
  expect(capitalise('health')).toBe('Health')
  expect(capitalise('local news')).toBe('Local news')
  expect(capitalise('')).toBe('')
})

describe('a field of a form', () => {
  test('has the line ends that were typed, not the ones a browser sends', () => {
    const form = new FormData()
    form.set('content', 'one\r\ntwo\r\n\r\nthree\rfour')
    expect(readText(form, 'content')).toBe('one\ntwo\n\nthree\rfour')
  })

  test('is empty where it is missing or a file', () => {
    const form = new FormData()
    form.set('content', new File(['text'], 'text.md'))
    expect(readText(form, 'content')).toBe('')
    expect(readText(form, 'title')).toBe('')
  })
})
