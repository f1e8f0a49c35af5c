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
 * have in common is counted once for all services; the rest is compared in groups of pages with the same common text.
 */
export function createComparison(pages: ComparedPages): (service: number) => Likeness[] {
  const toId = numberShingles()
  const toIds = (blocks: Blocks) => [...new Set(blocks.flatMap(listShingles).map(toId))]
  const bases = pages.bases.map(toIds)
  const services = pages.services.map(toIds)
  const cities = pages.cities.map(toIds)
  const overlapsOf = createOverlaps(cities)

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
    for (const [city, group] of groupOf.entries()) addMember(group, city, sizes)
    const compared = toCompared([...groups.values()], groupOf, sizes)
    return cities.map((_, city) => findMostAlike(city, overlapsOf(city), compared))
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
  /** Two of its shortest pages: what is added makes pages less alike. */
  smallest: number[]
}

function toGroup(base: number[], shared: number[], place: number): Group {
  const ids = new Set([...base, ...shared])
  return { place, ids, shared: new Set(shared), added: ids.size - shared.length, smallest: [] }
}

function addMember(group: Group, city: number, sizes: number[]): void {
  const size = (member: number) => sizes[member] ?? 0
  group.smallest = [...group.smallest, city].toSorted((a, b) => size(a) - size(b) || a - b).slice(0, 2)
}

interface Compared {
  groups: Group[]
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
    groups,
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

function findMostAlike(city: number, overlaps: Uint16Array, compared: Compared): Likeness {
  const { groups, groupPlaces, sizes, commonWith } = compared
  const common = commonWith(groupPlaces[city] ?? 0)
  const size = sizes[city] ?? 0
  let [best, sibling] = [0, -1]
  const consider = (other: number) => {
    const both = (common[groupPlaces[other] ?? 0] ?? 0) + (overlaps[other] ?? 0)
    const all = size + (sizes[other] ?? 0) - both
    const similarity = all === 0 ? 1 : both / all
    if (similarity <= best && sibling !== -1) return
    best = similarity
    sibling = other
  }
  for (const { smallest } of groups) {
    const other = smallest[0] === city ? smallest[1] : smallest[0]
    if (other !== undefined) consider(other)
  }
  // Whoever says nothing that this city says is at most as alike as the shortest of its group.
  for (let other = 0; other < overlaps.length; other += 1)
    if (overlaps[other] && other !== city) consider(other)
  return { similarity: best, city: sibling }
}

const KEPT_CITIES = 4000 // 32 MB

/** How much each city says that another one says too. */
function createOverlaps(cities: number[][]): (city: number) => Uint16Array {
  const sayers: number[][] = []
  for (const [city, ids] of cities.entries()) for (const id of ids) (sayers[id] ??= []).push(city)
  const count = (city: number): Uint16Array => {
    const overlaps = new Uint16Array(cities.length)
    for (const id of cities[city] ?? [])
      for (const other of sayers[id] ?? []) overlaps[other] = (overlaps[other] ?? 0) + 1
    return overlaps
  }
  if (cities.length > KEPT_CITIES) return count
  const known = cities.map((_, city) => count(city))
  return (city) => known[city] ?? new Uint16Array(cities.length)
}

function numberShingles(): (shingle: string) => number {
  const ids = new Map<string, number>()
  return (shingle) => {
    const id = ids.get(shingle) ?? ids.size
    ids.set(shingle, id)
    return id
  }
}
