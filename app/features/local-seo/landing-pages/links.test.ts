import { expect, test } from 'vitest'
import { createLinks } from './links.ts'

function roller(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

function makeLinks(seed: number) {
  const roll = roller(seed)
  const [services, cities] = [1 + roll(30), 1 + roll(30)]
  const density = 1 + roll(10)
  const shown = Array.from({ length: services * cities }, () => roll(10) < density)
  const isShown = (service: number, city: number) => shown[service * cities + city] === true
  const shuffle = (count: number) =>
    Array.from({ length: count }, (_, item) => ({ item, key: roll(1e6) }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ item }) => item)
  const linksAt = createLinks({
    services,
    cities,
    serviceRing: shuffle(services),
    cityRing: shuffle(cities),
    largestNear: (service, city) =>
      shuffle(cities).filter((other) => other !== city && isShown(service, other)),
    isShown,
  })
  const pages = shown.flatMap((is, place) =>
    is ? [{ service: Math.floor(place / cities), city: place % cities }] : [],
  )
  return { pages, isShown, linksAt }
}

interface Page {
  service: number
  city: number
}

const toKey = ({ service, city }: Page) => `${service} ${city}`

/** Lists the pages that links lead to from a page. */
function follow(from: Page, leadsTo: (page: Page) => Page[]): Set<string> {
  const seen = new Set([toKey(from)])
  const waiting = [from]
  for (let page = waiting.pop(); page; page = waiting.pop())
    for (const next of leadsTo(page).filter((one) => !seen.has(toKey(one)))) {
      seen.add(toKey(next))
      waiting.push(next)
    }
  return seen
}

test('links lead from any shown page to every other one', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { pages, linksAt } = makeLinks(seed)
    const targetsOf = ({ service, city }: Page): Page[] => {
      const links = linksAt(service, city)
      return [
        ...links.services.map((other) => ({ service: other, city })),
        ...links.cities.map((other) => ({ service, city: other })),
        ...(links.elsewhere ? [links.elsewhere] : []),
      ]
    }
    const [first] = pages
    if (!first) continue
    expect(follow(first, targetsOf).size, `pages ${seed}`).toBe(pages.length)
    const sources = new Map<string, Page[]>()
    for (const page of pages)
      for (const target of targetsOf(page)) {
        const key = toKey(target)
        sources.set(key, [...(sources.get(key) ?? []), page])
      }
    expect(follow(first, (page) => sources.get(toKey(page)) ?? []).size, `pages ${seed}`).toBe(pages.length)
  }
})

test('no page links to a page that is not shown, to itself, or to a page twice', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const { pages, isShown, linksAt } = makeLinks(seed)
    for (const { service, city } of pages) {
      const links = linksAt(service, city)
      expect(links.services.every((other) => other !== service && isShown(other, city))).toBe(true)
      expect(links.cities.every((other) => other !== city && isShown(service, other))).toBe(true)
      expect(new Set(links.services).size).toBe(links.services.length)
      expect(new Set(links.cities).size).toBe(links.cities.length)
      expect(links.services.length).toBeLessThanOrEqual(12)
    }
  }
})
