// @store none
import { expect, test } from 'vitest'
import { byTier } from '../../../../tests/support/tier.ts'
import { listShingles, toScore, toScoreParts } from './score.ts'
import { type ComparedPages, findLikenesses, type Likeness } from './similarity.ts'

// A pseudo-random generator with the same numbers each time.
function roller(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

const WORDS = ['roof', 'slate', 'rain', 'gutter', 'north', 'old', 'town']

function makePages(seed: number): ComparedPages {
  const roll = roller(seed)
  const block = () => Array.from({ length: roll(14) }, () => WORDS[roll(WORDS.length)] ?? '')
  const blocks = (most: number) => Array.from({ length: roll(most + 1) }, block)
  const bases = Array.from({ length: 1 + roll(5) }, () => blocks(3))
  const services = Array.from({ length: 1 + roll(3) }, () => blocks(2))
  const borrowed = [...bases.flat(), ...services.flat()]
  const cities = Array.from({ length: 1 + roll(70) }, () => [
    ...blocks(2),
    ...(roll(4) === 0 ? borrowed.slice(0, 1 + roll(2)) : []), // notes may repeat the template
  ])
  const bound = cities.map(() => roll(bases.length))
  return { bases, services, cities, baseOf: (service, city) => ((bound[city] ?? 0) + service) % bases.length }
}

/** Compares each page with each other one, without an index. */
function compareNaively({ bases, services, cities, baseOf }: ComparedPages, service: number): number[] {
  const texts = cities.map(
    (city, place) =>
      new Set(
        [...(bases[baseOf(service, place)] ?? []), ...(services[service] ?? []), ...city].flatMap(
          listShingles,
        ),
      ),
  )
  return texts.map((text, place) =>
    Math.max(
      0,
      ...texts.map((other, at) => {
        if (at === place) return 0
        const all = new Set([...text, ...other]).size
        return all === 0 ? 1 : [...text].filter((shingle) => other.has(shingle)).length / all
      }),
    ),
  )
}

test('the index finds the same similarities as comparing each page with each other one', () => {
  for (let seed = 1; seed <= byTier(60, 300); seed += 1) expectNaive(makePages(seed), seed)
})

function expectNaive(pages: ComparedPages, seed: number): void {
  const found = findLikenesses(pages)
  for (const service of pages.services.keys())
    expect(listSimilarities(found, service), `pages ${seed}`).toEqual(compareNaively(pages, service))
}

const listSimilarities = (found: Likeness[][], service: number) =>
  found.map((likenesses) => likenesses[service]?.similarity)

/** Notes that are composed of a few sentences, with more or less text of their own. */
function makeRepetitivePages(seed: number): ComparedPages {
  const roll = roller(seed)
  const pages = makePages(seed)
  const sentences = Array.from({ length: 1 + roll(8) }, (_, sentence) =>
    say(`sentence${sentence}`, 5 + roll(9)),
  )
  const cities = Array.from({ length: 40 + roll(60) }, (_, city) => [
    ...sentences.filter((words) => roll(2 + (words.length % 5)) > 0),
    ...(pages.cities[city] ?? []),
    ...(roll(3) > 0 ? [say(`city${city}`, roll(12))] : []),
  ])
  // A sentence of many notes may be in the template too.
  const bases = pages.bases.map((base, place) =>
    place % 2 === 0 ? [...base, ...sentences.slice(0, 1)] : base,
  )
  const bound = cities.map(() => roll(bases.length))
  return { ...pages, bases, cities, baseOf: (service, city) => ((bound[city] ?? 0) + service) % bases.length }
}

const say = (name: string, words: number) => Array.from({ length: words }, (_, word) => `${name}-${word}`)

test('it does so too if many notes contain the same sentences', () => {
  for (let seed = 1; seed <= byTier(10, 40); seed += 1) expectNaive(makeRepetitivePages(seed), seed)
})

test('a sentence in the notes of very many cities is counted in each of them', () => {
  const services = Array.from({ length: 10 }, (_, service) => [say(`service${service}`, 14)])
  const cities = Array.from({ length: 19_484 }, (_, city) => [
    say('shared', 30),
    say(`city${city}`, 9 + (city % 3)),
  ])
  const found = findLikenesses({ bases: [[say('base', 24)]], services, cities, baseOf: () => 0 })
  // In common are 20 shingles of the template, 10 of the service and 26 of the sentence; the shortest have 5 of their
  // own.
  const expected = cities.map((_, city) => 56 / (56 + 5 + 5 + (city % 3)))
  for (const service of services.keys()) expect(listSimilarities(found, service)).toEqual(expected)
})

test('the most similar page is never the page itself', () => {
  for (const [city, [likeness]] of findLikenesses(makePages(7)).entries())
    expect(likeness?.city).not.toBe(city)
})

test('a text of fewer than five words is compared as a whole', () => {
  expect(listShingles(['one', 'two'])).toEqual(['one two'])
  expect(listShingles('a b c d e f'.split(' '))).toEqual(['a b c d e', 'b c d e f'])
  expect(listShingles([])).toEqual([])
})

const LOCAL = { words: 40, longestParagraph: 50, hasMore: true }

test.each([
  [
    'unlike all others, local and long',
    { similarity: 0.55, local: LOCAL, words: 250, hasDescription: true },
    100,
  ],
  ['that is a copy of another one', { similarity: 0.85, local: LOCAL, words: 250, hasDescription: true }, 55],
  ['half way to a copy', { similarity: 0.7, local: LOCAL, words: 250, hasDescription: true }, 77],
  [
    'without anything local',
    {
      similarity: 0,
      local: { words: 0, longestParagraph: 0, hasMore: false },
      words: 250,
      hasDescription: true,
    },
    65,
  ],
  [
    'with nothing but a title',
    {
      similarity: 1,
      local: { words: 0, longestParagraph: 0, hasMore: false },
      words: 0,
      hasDescription: false,
    },
    5,
  ],
])('a page %s is scored by the formula', (_, facts, score) =>
  expect(toScore(toScoreParts(facts))).toBe(score),
)
