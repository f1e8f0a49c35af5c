import { describe, expect, test } from 'vitest'
import { CATEGORIES, toTagKey } from '../../articles/articles.ts'
import { FACE_COVERS } from '../../delivery/faces/faces.ts'
import { COMPOSITIONS } from './cover-compositions.ts'
import { coverPath, coverSvg, listPatterns, parseCoverName } from './covers.ts'

const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const SEEDS = Array.from({ length: 200 }, (_, index) => (index * 7_919 + 13).toString(16).padStart(8, '0'))
const KEYS = [...CATEGORIES.map(toTagKey), undefined]
const nameOf = (path: string) => path.replace('/covers/', '')

const shape = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, '')
const inksOf = (svg: string) => new Set(svg.match(/#[0-9a-f]{6}/g))

describe('the cover of an article without a picture', () => {
  test.each(KEYS)('is a small and harmless SVG for every article: %s', (category) => {
    for (const seed of SEEDS) {
      const svg = coverSvg({ category, seed })
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox="0 0 800 500"/)
      expect(svg).toMatch(/<\/svg>$/)
      expect(Buffer.byteLength(svg)).toBeLessThan(4096)
      expect(svg).not.toMatch(/undefined|NaN|null|Infinity/)
      expect(svg).not.toMatch(
        /<script|<style|<foreignObject|<image|<a\b|\son\w+=|href="[^#]|url\([^#]|@import/i,
      )
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('//')
    }
  })

  test.each(KEYS)('has every element closed: %s', (category) => {
    for (const seed of SEEDS.slice(0, 50)) {
      const open: string[] = []
      for (const [tag, name = ''] of coverSvg({ category, seed }).matchAll(/<\/?([a-zA-Z]+)[^<>]*>/g)) {
        if (tag.startsWith('</')) expect(open.pop()).toBe(name)
        else if (!tag.endsWith('/>')) open.push(name)
      }
      expect(open).toEqual([])
    }
  })

  test('is always the same for the same category and seed', () => {
    for (const seed of SEEDS.slice(0, 20))
      expect(coverSvg({ category: 'travel', seed })).toBe(coverSvg({ category: 'travel', seed }))
  })

  test('differs between articles, and has the inks of its category', () => {
    const pictures = SEEDS.map((seed) => coverSvg({ category: 'travel', seed }))
    expect(new Set(pictures).size).toBeGreaterThan(SEEDS.length * 0.95)
    for (const category of CATEGORIES.map(toTagKey)) {
      const inks = SEEDS.map((seed) => inksOf(coverSvg({ category, seed })))
      expect(new Set(inks.flatMap((set) => [...set])).size).toBeLessThanOrEqual(3)
    }
    expect(inksOf(coverSvg({ category: 'travel', seed: ID }))).not.toEqual(
      inksOf(coverSvg({ category: 'science', seed: ID })),
    )
  })
})

describe('the cover of a site with inks of its own', () => {
  test.each(FACE_COVERS)('has these, whatever its category, in the same drawing: %s', (inks) => {
    const colours = KEYS.flatMap((category) =>
      SEEDS.map((seed) => inksOf(coverSvg({ category, seed, inks }))),
    )
    expect(new Set(colours.flatMap((set) => [...set])).size).toBeLessThanOrEqual(7)
    for (const seed of SEEDS.slice(0, 20))
      expect(shape(coverSvg({ category: undefined, seed, inks }))).toBe(
        shape(coverSvg({ category: undefined, seed })),
      )
  })

  test('has the usual ones if a release does not know them', () =>
    expect(coverSvg({ category: 'travel', seed: '1', inks: 'gold' })).toBe(
      coverSvg({ category: 'travel', seed: '1' }),
    ))
})

describe('the covers of a list', () => {
  const cards = SEEDS.map((seed, index) => ({
    id: `01a1fd26-8c97-77b6-8309-db0e${seed}`,
    tags: [],
    imageUrl: index % 5 === 4 ? '/uploads/any' : null,
    cover: index % 17 === 3 ? 'drawn-57169c42' : null,
  }))
  const drawnBy = (index: number, pattern: number | undefined) => {
    const { category, seed } = parseCoverName(nameOf(coverPath(cards[index] ?? { id: '', tags: [] }))) ?? {
      category: undefined,
      seed: '',
    }
    const other = COMPOSITIONS.map((_, place) => coverSvg({ category, seed, pattern: place }))
    return other.indexOf(coverSvg({ category, seed, pattern }))
  }

  test('repeat no pattern within six cards, unless an author chose the drawing', () => {
    const patterns = listPatterns(cards)
    const shown = cards.map(({ imageUrl }, index) => (imageUrl ? undefined : drawnBy(index, patterns[index])))
    for (const [index, pattern] of shown.entries()) {
      if (cards[index]?.cover) expect(patterns[index]).toBeUndefined()
      else if (pattern !== undefined)
        expect(shown.slice(Math.max(0, index - 5), index)).not.toContain(pattern)
    }
    expect(patterns.filter((pattern) => pattern !== undefined).length).toBeGreaterThan(20)
  })

  test('make room for a drawing that an author chose for the next card', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const card = { id: `01a1fd26-8c97-77b6-8309-db0e${seed}`, tags: [], imageUrl: null }
      const chosen = { ...card, cover: `drawn-${seed}` }
      expect(listPatterns([card, chosen])).toEqual([expect.any(Number), undefined])
      expect(listPatterns([chosen, chosen])).toEqual([undefined, undefined])
    }
  })

  test('have the pattern in their address', () => {
    expect(parseCoverName(nameOf(coverPath({ id: ID, tags: ['Travel'] }, 3)))).toEqual({
      category: 'travel',
      seed: '57169c42',
      pattern: 3,
    })
    expect(parseCoverName('travel-57169c42-9.svg')).toBeUndefined()
  })
})

describe('the URL of a cover', () => {
  test.each([
    [['Travel'], '/covers/travel-57169c42.svg'],
    [['news', 'HEALTH'], '/covers/health-57169c42.svg'],
    [['News'], '/covers/default-57169c42.svg'],
    [[], '/covers/default-57169c42.svg'],
  ])('names the category and the random end of the id: %j', (tags, path) =>
    expect(coverPath({ id: ID, tags })).toBe(path),
  )

  test('names the seed of a drawing that its author chose', () => {
    expect(coverPath({ id: ID, tags: ['Travel'], cover: 'drawn-0a1b2c3d' })).toBe(
      '/covers/travel-0a1b2c3d.svg',
    )
    expect(coverPath({ id: ID, tags: [], cover: 'drawn' })).toBe('/covers/default-57169c42.svg')
  })

  test('is read back to the same cover', () => {
    for (const category of CATEGORIES)
      expect(parseCoverName(nameOf(coverPath({ id: ID, tags: [category] })))).toEqual({
        category: toTagKey(category),
        seed: '57169c42',
      })
    expect(parseCoverName(nameOf(coverPath({ id: ID, tags: [] })))).toEqual({
      category: undefined,
      seed: '57169c42',
    })
  })

  test.each([
    '',
    'travel',
    'travel-57169c42',
    'travel-57169c42.png',
    'travel-57169C42.svg',
    'Travel-57169c42.svg',
    'travel-57169c4.svg',
    'travel-57169c421.svg',
    'travel-57169c4g.svg',
    'unknown-57169c42.svg',
    'constructor-57169c42.svg',
    '-57169c42.svg',
    'undefined-57169c42.svg',
    'travel-57169c42.svg\n',
    ' travel-57169c42.svg',
    'travel-57169c42.svg.svg',
    '../travel-57169c42.svg',
  ])('is refused if it is invalid: %j', (name) => expect(parseCoverName(name)).toBeUndefined())
})
