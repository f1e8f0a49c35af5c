import { expect, test } from 'vitest'
import { fuzzTexts, NASTY } from '../../tests/support/articles.ts'
import { readXml } from '../../tests/support/xml.ts'
import { tag, toXmlDocument } from './xml.ts'

const read = (...args: Parameters<typeof tag>) => readXml(toXmlDocument(tag(...args)))

test('any text is the same after reading, as content and as attribute', () => {
  for (const text of ['', ' ', 'plain', NASTY, '\t\n é 潮 🎉 \u0085\u2028\uE000\uFFFD', '&#13;']) {
    const element = read('a', { b: text }, text)
    expect(element.text).toBe(text)
    expect(element.attributes.b).toBe(text)
  }
})

test('only the characters that XML does not allow are dropped', () => {
  expect(read('a', {}, 'x\0\u0001\b\u000B\f\u001F\uFFFE\uFFFF\uD800y\uDC00').text).toBe('xy')
})

test('any text at all makes a well-formed document', () => {
  const texts = fuzzTexts(10_000)
  const root = read('list', {}, ...texts.map((text) => tag('item', { text }, text)))
  expect(root.children).toHaveLength(texts.length)
})

test('elements hold elements in order, without attributes and children that are undefined', () => {
  const root = read('a', { b: undefined, c: 'd' }, tag('e', {}, 'f'), undefined, tag('g', {}))
  expect(root.attributes).toEqual({ c: 'd' })
  expect(root.children.map(({ name, text }) => [name, text])).toEqual([
    ['e', 'f'],
    ['g', ''],
  ])
})
