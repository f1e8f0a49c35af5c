// @store none
import { describe, expect, test } from 'vitest'
import { contrastOf, findNearest, isColour, mix } from './colours.ts'

describe('the contrast of two colours', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s on %s is %d, as WCAG counts it', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
    expect(contrastOf(other, one)).toBe(contrastOf(one, other))
  })
})

test('colours are mixed as browsers mix them', () => {
  expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080')
  expect(mix('#102030', '#102030', 0.3)).toBe('#102030')
})

test.each([
  '',
  'red',
  '#fff',
  '#FFFFFF',
  '#12345',
  '#1234567',
  '#12345g',
  '#123456\n',
  'url(x)',
  '#123456;}',
])('a text is no colour: %j', (text) => expect(isColour(text)).toBe(false))

const isDark = (colour: string) => contrastOf(colour, '#ffffff') >= 4.5

describe('the nearest colour', () => {
  test('is the colour itself if it is accepted', () => expect(findNearest('#123456', isDark)).toBe('#123456'))
  test('has the same hue, and is just accepted', () => {
    const found = findNearest('#ff6600', isDark) ?? ''
    expect(contrastOf(found, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(found, '#ffffff')).toBeLessThan(4.8)
    expect(found).toBe('#c84e00')
  })
  test('does not exist if none is accepted', () =>
    expect(findNearest('#ff6600', () => false)).toBeUndefined())
})
