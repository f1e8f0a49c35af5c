import { createOverlaps, type Overlaps } from './overlaps.ts'
import { listShingles } from './score.ts'

type Blocks = string[][]

/** The pages of an account as they are compared: what each is put together from. */
export interface ComparedPages {
  /** Tellings of the template with these or those sections, each as blocks of words. */
  bases: Blocks[]
  services: Blocks[]
  cities: Blocks[]
  /** Which base the page of a service in a city has. */
  baseOf: (service: number, city: number) => number
}

/** The page of the same service that is most alike another. */
export interface Likeness {
  /** Common shingles by all of both, from 0 to 1. */
  similarity: number
  /** Its city; -1 for a page that is the only one of its service. */
  city: number
}

/**
 * For each city the most similar page of a service, exactly as comparing each with each would find it. What two cities
 * have in common is counted once for all services; the rest is compared in groups of pages with the same common text, and
 * in kinds of pages that have a group's text and say the same of what many cities say.
 */
export function createComparison(pages: ComparedPages): (service: number) => Likeness[] {
  const toId = numberShingles()
  const toIds = (blocks: Blocks) => [...new Set(blocks.flatMap(listShingles).map(toId))]
  const bases = pages.bases.map(toIds)
  const services = pages.services.map(toIds)
  const cities = pages.cities.map(toIds)
  const overlaps = createOverlaps(cities)

  return (service) => {
    const description = services[service] ?? []
    const common = new Set([...bases.flat(), ...description])
    const groups = new Map<string, Group>()
    const groupOf = cities.map((ids, city) => {
      const base = pages.baseOf(service, city)
      const shared = ids.filter((id) => common.has(id)).toSorted((a, b) => a - b)
      const key = `${base} ${shared.join(' ')}`
      const group = groups.get(key) ?? toGroup([...(bases[base] ?? []), ...description], shared, groups.size)
      groups.set(key, group)
      return group
    })
    const sizes = cities.map((ids, city) => ids.length + (groupOf[city]?.added ?? 0))
    const compared = toCompared([...groups.values()], groupOf, sizes)
    const kinds = listKinds(compared, overlaps)
    return cities.map((_, city) => findMostAlike(city, { overlaps, compared, kinds }))
  }
}

/** Pages of a service with the same common text. */
interface Group {
  place: number
  /** The common text, and what of it cities say themselves too. */
  ids: Set<number>
  shared: Set<number>
  /** How much longer its pages are than what their cities say. */
  added: number
}

function toGroup(base: number[], shared: number[], place: number): Group {
  const ids = new Set([...base, ...shared])
  return { place, ids, shared: new Set(shared), added: ids.size - shared.length }
}

interface Compared {
  /** By the place of a city: its group's, and the size of its page. */
  groupPlaces: Int32Array
  sizes: Int32Array
  /** What pages of a group have in common with those of each group, without what only their cities say. */
  commonWith: (group: number) => Int32Array
}

function toCompared(groups: Group[], groupOf: Group[], sizes: number[]): Compared {
  const rows = new Map<number, Int32Array>()
  const toRow = (group: number) =>
    Int32Array.from(groups, (other) => {
      const own = groups[group] ?? other
      return countCommon(own.ids, other.ids) - countCommon(own.shared, other.shared)
    })
  return {
    groupPlaces: Int32Array.from(groupOf, ({ place }) => place),
    sizes: Int32Array.from(sizes),
    commonWith(group) {
      const row = rows.get(group) ?? toRow(group)
      rows.set(group, row)
      return row
    },
  }
}

function countCommon(a: Set<number>, b: Set<number>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let count = 0
  for (const id of few) if (many.has(id)) count += 1
  return count
}

/** By their place: the two shortest pages of each kind, -1 for none. What is added makes pages less alike. */
interface Kinds {
  firsts: Int32Array
  seconds: Int32Array
}

/** Puts pages together whose group and pattern are the same: all of them have the same in common with another page. */
function listKinds({ groupPlaces, sizes }: Compared, { patterns }: Overlaps): Kinds {
  const kinds = new Map<string, { first: number; second: number }>()
  const isShorter = (city: number, than: number) => than === -1 || (sizes[city] ?? 0) < (sizes[than] ?? 0)
  for (const [city, pattern] of patterns.entries()) {
    const key = `${groupPlaces[city]} ${pattern}`
    const { first, second } = kinds.get(key) ?? { first: -1, second: -1 }
    if (isShorter(city, first)) kinds.set(key, { first: city, second: first })
    else if (isShorter(city, second)) kinds.set(key, { first, second: city })
  }
  const listed = [...kinds.values()]
  return {
    firsts: Int32Array.from(listed, ({ first }) => first),
    seconds: Int32Array.from(listed, ({ second }) => second),
  }
}

function findMostAlike(
  city: number,
  { overlaps, compared, kinds }: { overlaps: Overlaps; compared: Compared; kinds: Kinds },
): Likeness {
  const similarityTo = createMeasure(city, overlaps, compared)
  const others = overlaps.othersOf(city)
  let [best, sibling] = [0, -1]
  const consider = (other: number, more: number) => {
    const similarity = similarityTo(other, more)
    if (similarity <= best && sibling !== -1) return
    best = similarity
    sibling = other
  }
  // Whoever says nothing more that this city says is at most as alike as the shortest of its kind.
  for (let kind = 0; kind < kinds.firsts.length; kind += 1) {
    const first = kinds.firsts[kind] ?? -1
    const other = first === city ? (kinds.seconds[kind] ?? -1) : first
    if (other !== -1) consider(other, 0)
  }
  for (let place = 0; place < others.cities.length; place += 1) {
    const other = others.cities[place] ?? city
    if (other !== city) consider(other, others.counts[place] ?? 0)
  }
  return { similarity: best, city: sibling }
}

/** How alike the page of a city is to another one's, with what both have in common besides their patterns. */
function createMeasure(city: number, { patterns, commonWith }: Overlaps, compared: Compared) {
  const { groupPlaces, sizes } = compared
  const common = compared.commonWith(groupPlaces[city] ?? 0)
  const widely = commonWith(patterns[city] ?? 0)
  const size = sizes[city] ?? 0
  return (other: number, more: number): number => {
    const both = (common[groupPlaces[other] ?? 0] ?? 0) + (widely[patterns[other] ?? 0] ?? 0) + more
    const all = size + (sizes[other] ?? 0) - both
    return all === 0 ? 1 : both / all
  }
}

function numberShingles(): (shingle: string) => number {
  const ids = new Map<string, number>()
  return (shingle) => {
    const id = ids.get(shingle) ?? ids.size
    ids.set(shingle, id)
    return id
  }
}
