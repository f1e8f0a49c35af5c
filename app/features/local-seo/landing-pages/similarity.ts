import { listShingles } from './score.ts'
import { type Half, toBase } from './template.ts'

/** A service or a city, with its text as blocks of words. */
interface ComparedHalf extends Half {
  blocks: string[][]
}

/** The parts of an account's pages. A page has one base, the description of its service and the notes of its city. */
export interface ComparedPages {
  /** The template, as blocks of words: each variant with each set of sections, by `toBase`. */
  bases: string[][][]
  services: ComparedHalf[]
  cities: ComparedHalf[]
}

/** The result for all pages. The page of a service in a city is at `service * cities + city`. */
export interface Likenesses {
  /** Shingles that both pages have, divided by all shingles of both: from 0 to 1. */
  similarities: Float32Array
  /** The city of the most similar page; -1 for none. */
  siblings: Int32Array
}

type Ids = Set<number>

const NONE: Ids = new Set()

/**
 * Finds for each page the most similar one of its service. For that, the common shingles of two pages are the sum of
 * those of their parts. If notes repeat the template or a description, another page may be a little more similar. The
 * similarity of the two pages is always exact.
 */
export function findLikenesses(pages: ComparedPages): Likenesses {
  const { services, cities } = pages
  const parts = numberParts(pages)
  const listCandidates = createCandidateFinder(cities, parts.notes)
  const countInBases = createBaseCounter(parts.bases)
  const searches = services.map((of, service) => {
    const description = parts.descriptions[service] ?? NONE
    const placed = cities.map((at) => toBase(of, at))
    return createSearch({ ...parts, description, placed, countInBases })
  })
  const similarities = new Float32Array(services.length * cities.length)
  const siblings = new Int32Array(similarities.length)
  for (const city of cities.keys()) {
    const candidates = listCandidates(city)
    for (const [service, search] of searches.entries()) {
      const page = service * cities.length + city
      const { similarity, other } = search(city, candidates)
      similarities[page] = similarity
      siblings[page] = other
    }
  }
  return { similarities, siblings }
}

/** The shingles of all parts, as numbers. */
interface Parts {
  bases: Ids[]
  descriptions: Ids[]
  notes: Ids[]
  /** True for notes that repeat the template or a description. */
  isQuoting: boolean[]
}

function numberParts({ bases, services, cities }: ComparedPages): Parts {
  const ids = new Map<string, number>()
  const toId = (shingle: string) => {
    const id = ids.get(shingle) ?? ids.size
    ids.set(shingle, id)
    return id
  }
  const toIds = (blocks: string[][]): Ids => new Set(blocks.flatMap(listShingles).map(toId))
  const template = bases.map(toIds)
  const inTemplate = unite(template)
  const descriptions = services.map(({ blocks }) => leaveOut(toIds(blocks), inTemplate))
  const notes = cities.map(({ blocks }) => toIds(blocks))
  const quoted = unite([inTemplate, ...descriptions])
  return { bases: template, descriptions, notes, isQuoting: notes.map((own) => countCommon(own, quoted) > 0) }
}

const unite = (sets: Ids[]): Ids => new Set(sets.flatMap((ids) => [...ids]))
const leaveOut = (ids: Ids, others: Ids): Ids => new Set([...ids].filter((id) => !others.has(id)))
const countCommon = (ids: Ids, others: Ids): number => [...ids].filter((id) => others.has(id)).length

/** The pages of one service. `placed` has the base of the page in each city. */
interface ServicePages extends Parts {
  description: Ids
  placed: number[]
  countInBases: (base: number) => Uint32Array
}

function createSearch({ bases, description, notes, isQuoting, placed, countInBases }: ServicePages) {
  const partsAt = (city: number): Ids[] => [
    bases[placed[city] ?? -1] ?? NONE,
    description,
    notes[city] ?? NONE,
  ]
  const sizes = placed.map((_, city) => partsAt(city).reduce((sum, { size }) => sum + size, 0))
  const findBest = (city: number, candidates: Candidate[]) => {
    const inBases = countInBases(placed[city] ?? -1)
    const best = { similarity: 0, other: -1 }
    for (const { other, common } of candidates) {
      const both = (inBases[placed[other] ?? -1] ?? 0) + description.size + common
      const similarity = toSimilarity(both, (sizes[city] ?? 0) + (sizes[other] ?? 0))
      if (best.other === -1 || similarity > best.similarity) Object.assign(best, { similarity, other })
    }
    return best
  }
  return (city: number, candidates: Candidate[]) => {
    const best = findBest(city, candidates)
    const isExact = best.other === -1 || !(isQuoting[city] || isQuoting[best.other])
    return isExact ? best : { ...best, similarity: compare(partsAt(city), partsAt(best.other)) }
  }
}

const toSimilarity = (both: number, sizes: number) => (sizes === 0 ? 1 : both / (sizes - both))

function compare(some: Ids[], others: Ids[]): number {
  const [one, other] = [unite(some), unite(others)]
  return toSimilarity(countCommon(one, other), one.size + other.size)
}

/** Returns a function that counts the common shingles of a base and each base. */
function createBaseCounter(bases: Ids[]): (base: number) => Uint32Array {
  const rows: Uint32Array[] = []
  return (base) => (rows[base] ??= Uint32Array.from(bases, (ids) => countCommon(ids, bases[base] ?? NONE)))
}

/** A city with the number of shingles that its notes have in common with those of another one. */
interface Candidate {
  other: number
  common: number
}

/**
 * Returns a function that lists the cities whose pages may be the most similar ones to those of a city. Of the cities
 * with the same bases and as many common shingles, that is the one with the shortest notes.
 */
function createCandidateFinder(cities: Half[], notes: Ids[]): (city: number) => Candidate[] {
  const countShared = createCounter(notes)
  const sizeOf = (city: number) => notes[city]?.size ?? 0
  const order = Int32Array.from(notes.keys()).toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const names = cities.map(({ variant, mask }) => `${variant} ${mask}`)
  const groups = new Map([...new Set(names)].map((name, group) => [name, group]))
  const counts = sizeOf(order.at(-1) ?? 0) + 1
  const firstKinds = Int32Array.from(names, (name) => (groups.get(name) ?? 0) * counts)
  const seenBy = new Int32Array(groups.size * counts).fill(-1)
  return (city) => {
    const commons = countShared(city)
    const candidates: Candidate[] = []
    for (const other of order) {
      const common = commons[other] ?? 0
      const kind = (firstKinds[other] ?? 0) + common
      if (other === city || seenBy[kind] === city) continue
      seenBy[kind] = city
      candidates.push({ other, common })
    }
    return candidates
  }
}

/** Returns a function that counts the common shingles of a city and each city. The result holds until the next call. */
function createCounter(notes: Ids[]): (city: number) => Uint32Array {
  const citiesOf = new Map<number, number[]>()
  for (const [city, ids] of notes.entries())
    for (const id of ids) {
      const known = citiesOf.get(id)
      if (known) known.push(city)
      else citiesOf.set(id, [city])
    }
  const shared = [...citiesOf.values()].filter(({ length }) => length > 1)
  // The shingles of a sentence are mostly in the same notes, so they are counted together.
  const sentences = Map.groupBy(shared, (sharing) => sharing.join(' '))
  const sentencesOf = notes.map((): { sharing: number[]; size: number }[] => [])
  for (const [sharing = [], ...others] of sentences.values())
    for (const city of sharing) sentencesOf[city]?.push({ sharing, size: others.length + 1 })
  const counts = new Uint32Array(notes.length)
  return (city) => {
    counts.fill(0)
    for (const { sharing, size } of sentencesOf[city] ?? [])
      for (const other of sharing) counts[other] = (counts[other] ?? 0) + size
    return counts
  }
}
