import { describe, expect, test } from 'vitest'
import { type ExaminedPage, examinePage } from './examine-page.ts'
import { toTitleWidth } from './text-width.ts'

const FINE: ExaminedPage = {
  title: 'A quiet harbour',
  description: 'd'.repeat(130),
  html: '<h2 id="a">One</h2><p>x <img src="a" alt="The quay"></p><h3>Two</h3><h2>Three</h2>',
  needsImage: true,
}
const examine = (page: Partial<ExaminedPage>) =>
  examinePage({ ...FINE, ...page }).map(({ kind, detail }) => `${kind} ${detail}`.trim())

test('a page without faults has no finding', () => {
  expect(examine({})).toEqual([])
})

test('the length of a title is its width in pixels', () => {
  expect(toTitleWidth('i'.repeat(60))).toBeLessThan(toTitleWidth('W'.repeat(20)))
  expect(examine({ title: 'i'.repeat(110) })).toEqual([])
  expect(examine({ title: 'W'.repeat(40) })).toEqual(['title-long 660'])
  expect(
    examine({ title: 'The long way from the harbour to the old town and all the way back again' }),
  ).toEqual([expect.stringMatching(/^title-long 6\d\d$/)])
  expect(toTitleWidth('港の静かな朝')).toBe(120)
})

test.each([
  ['', 'description-missing'],
  [' \n ', 'description-missing'],
  ['d'.repeat(119), 'description-short 119'],
  ['d'.repeat(120), undefined],
  ['🌊'.repeat(160), undefined],
  ['d'.repeat(161), 'description-long 161'],
])('a description fits between 120 and 160 characters: %#', (description, finding) => {
  expect(examine({ description })).toEqual(finding ? [finding] : [])
})

describe('pictures', () => {
  test('are missing where a page needs one and has none', () => {
    expect(examine({ html: '<h2>One</h2>' })).toEqual(['image-missing'])
    expect(examine({ html: '<h2>One</h2>', needsImage: false })).toEqual([])
  })

  test('need an alternative text', () => {
    const html = '<h2>x</h2><img src="a" alt=""><img src="b"><img alt=" " src="c"><img alt="A boat" src="d">'
    expect(examine({ html })).toEqual(['alt-missing 3/4'])
  })
})

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const of = (html: string) => examine({ html, needsImage: false })

describe('headings', () => {
  test('are missing in a long text that has none', () => {
    expect(of(words(350))).toEqual([])
    expect(of(words(351))).toEqual(['headings-missing 351'])
    expect(of(`<h2>x</h2>${words(900)}`)).toEqual([])
  })

  test('must not skip a level on the way down', () => {
    expect(of('<h3>x</h3>')).toEqual(['headings-skipped 1/3'])
    expect(of('<h2>x</h2><h4 id="y">y</h4><h6>z</h6>')).toEqual(['headings-skipped 2/4'])
    expect(of('<h2>x</h2><h3>y</h3><h4>y</h4><h2>z</h2>')).toEqual([])
    expect(of('<h1>x</h1><h2>y</h2><h3>z</h3>')).toEqual([]) // an h1 is rendered as an h2
  })
})

test('a text made to slow down the patterns takes no time', () => {
  const html = `${'<img '.repeat(50_000)}${'<h2'.repeat(50_000)}${'<'.repeat(50_000)}`
  expect(examinePage({ ...FINE, html })).toBeDefined()
})
