import { expect, test } from 'vitest'
import { byTier } from '../../../../tests/support/tier.ts'
import { listShingles, toScore, toScoreParts } from './score.ts'
import { type ComparedPages, findLikenesses } from './similarity.ts'
import { MASKS, toBase, VARIANTS } from './template.ts'

// A pseudo-random generator with the same numbers each time.
function roller(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

const say = (name: string, words: number) => Array.from({ length: words }, (_, word) => `${name}-${word}`)

/** Pages of a few texts of random words. Notes are composed of a few sentences and words of their own. */
function makePages(seed: number): ComparedPages {
  const roll = roller(seed)
  const block = (name: string) => Array.from({ length: roll(14) }, () => `${name}-${roll(7)}`)
  const blocks = (name: string, most: number) => Array.from({ length: roll(most + 1) }, () => block(name))
  const templates = Array.from({ length: 1 + roll(5) }, () => blocks('base', 3))
  const sentences = Array.from({ length: 1 + roll(8) }, (_, sentence) =>
    say(`sentence${sentence}`, 5 + roll(9)),
  )
  const half = (own: string[][]) => ({ blocks: own, variant: roll(VARIANTS), mask: roll(MASKS) })
  return {
    bases: Array.from({ length: VARIANTS * MASKS }, () => templates[roll(templates.length)] ?? []),
    services: Array.from({ length: 1 + roll(3) }, () => half(blocks('service', 2))),
    cities: Array.from({ length: 1 + roll(70) }, (_, city) =>
      half([
        ...sentences.filter((words) => roll(2 + (words.length % 5)) > 0),
        ...blocks('city', 2),
        ...(roll(3) > 0 ? [say(`city${city}`, roll(12))] : []),
      ]),
    ),
  }
}

/** Compares each page of a service with each other one, as sets of shingles. Returns all similarities by city. */
function compareNaively({ bases, services, cities }: ComparedPages, service: number): number[][] {
  const [of] = services.slice(service)
  const texts = cities.map(
    (at) =>
      new Set(
        [...((of && bases[toBase(of, at)]) ?? []), ...(of?.blocks ?? []), ...at.blocks].flatMap(listShingles),
      ),
  )
  return texts.map((text) =>
    texts.map((other) => {
      const all = new Set([...text, ...other]).size
      return all === 0 ? 1 : [...text].filter((shingle) => other.has(shingle)).length / all
    }),
  )
}

/** Calls `check` for each page, with the similarities of its city to all others, and the result for it. */
function forEachPage(
  pages: ComparedPages,
  check: (all: number[], city: number, found: { similarity: number; sibling: number }) => void,
): void {
  const { similarities, siblings } = findLikenesses(pages)
  for (const service of pages.services.keys())
    for (const [city, all] of compareNaively(pages, service).entries()) {
      const page = service * pages.cities.length + city
      check(all, city, { similarity: similarities[page] ?? NaN, sibling: siblings[page] ?? NaN })
    }
}

test('each page gets the same similarity as if it were compared with each other one', () => {
  for (let seed = 1; seed <= byTier(30, 300); seed += 1)
    forEachPage(makePages(seed), (all, city, { similarity, sibling }) => {
      const most = Math.max(0, ...all.toSpliced(city, 1))
      expect(similarity, `pages ${seed}`).toBeCloseTo(most, 5)
      expect(sibling, `pages ${seed}`).not.toBe(city)
    })
})

test('the similarity to the page that is named is exact also if notes repeat the template', () => {
  for (let seed = 1; seed <= byTier(20, 100); seed += 1) {
    const { cities, ...pages } = makePages(seed)
    const quotable = [...pages.bases, ...pages.services.map(({ blocks }) => blocks)].flat()
    const quoting = cities.map((at, city) =>
      city % 2 ? at : { ...at, blocks: [...at.blocks, ...quotable.slice(city, city + 2)] },
    )
    forEachPage({ ...pages, cities: quoting }, (all, _, { similarity, sibling }) => {
      expect(similarity, `pages ${seed}`).toBeCloseTo(all[sibling] ?? 0, 5)
    })
  }
})

test('a sentence in the notes of very many cities is counted in each of them', () => {
  const at = { variant: 0, mask: 0 }
  const services = Array.from({ length: 10 }, (_, service) => ({
    ...at,
    blocks: [say(`service${service}`, 14)],
  }))
  const cities = Array.from({ length: byTier(2000, 19_484) }, (_, city) => ({
    ...at,
    blocks: [say('shared', 30), say(`city${city}`, 9 + (city % 3))],
  }))
  const { similarities } = findLikenesses({ bases: [[say('base', 24)]], services, cities })
  // In common are 20 shingles of the template, 10 of the service and 26 of the sentence; the shortest have 5 of their
  // own.
  const expected = cities.map((_, city) => Math.fround(56 / (56 + 5 + 5 + (city % 3))))
  expect([...similarities]).toEqual(services.flatMap(() => expected))
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
