import { listShingles } from './score.ts'

type Blocks = string[][]

/** The parts of an account's pages, as blocks of words. A page has one base, one service and one city. */
export interface ComparedPages {
  /** Each variant of the template, with each set of sections. */
  bases: Blocks[]
  services: Blocks[]
  /** The notes of each city. */
  cities: Blocks[]
  /** Returns the index of the base of the page of a service in a city. */
  baseOf: (service: number, city: number) => number
}

/** The page that is most similar to another one of its service. */
export interface Likeness {
  /** Shingles that both pages have, divided by all shingles of both: from 0 to 1. */
  similarity: number
  /** The city of the similar page; -1 if the service has only one page. */
  city: number
}

/**
 * Finds for each page the most similar one of its service. The result is the same as if each page were compared with
 * each other one. Returns them by city, then by service. An index of phrases counts the common shingles of the notes of
 * two cities, once for all services.
 */
export function findLikenesses(pages: ComparedPages): Likeness[][] {
  const toId = numberShingles()
  const toIds = (blocks: Blocks) => [...new Set(blocks.flatMap(listShingles).map(toId))]
  const bases = pages.bases.map(toIds)
  const services = pages.services.map(toIds)
  const cities = pages.cities.map(toIds)
  const [widest, ...phrases] = listPhrases(cities)
  const countCommon = createCounter(phrases, cities.length)
  const searches = services.map((description, service) =>
    createSearch({
      texts: bases.map((base) => [...base, ...description]),
      baseOf: (city) => pages.baseOf(service, city),
      cities,
      widest: new Set(widest?.ids),
    }),
  )
  return cities.map((_, city) => {
    const common = countCommon(city)
    return searches.map((findMostSimilar) => findMostSimilar(city, common))
  })
}

/** Shingles that are in the notes of the same cities, as those of a sentence are. */
interface Phrase {
  ids: number[]
  cities: number[]
}

/** Lists the phrases that several cities share, those of the most cities first. */
function listPhrases(cities: number[][]): Phrase[] {
  const citiesOf = new Map<number, number[]>()
  for (const [city, ids] of cities.entries())
    for (const id of ids) {
      const known = citiesOf.get(id)
      if (known) known.push(city)
      else citiesOf.set(id, [city])
    }
  const shared = [...citiesOf].filter(([, sharing]) => sharing.length > 1)
  const phrases = Map.groupBy(shared, ([, sharing]) => sharing.join(' '))
  return [...phrases.values()]
    .map((members) => ({ ids: members.map(([id]) => id), cities: members[0]?.[1] ?? [] }))
    .toSorted((a, b) => b.cities.length - a.cities.length)
}

/**
 * The cities that have phrases in common with one, itself included, and the number of their common shingles, by city.
 */
interface Common {
  cities: Int32Array
  counts: Uint16Array
}

/** Counts for one city at a time: the result holds until the next call. */
function createCounter(phrases: Phrase[], cityCount: number): (city: number) => Common {
  const phrasesOf = Array.from({ length: cityCount }, (): Phrase[] => [])
  for (const phrase of phrases) for (const city of phrase.cities) phrasesOf[city]?.push(phrase)
  const found = new Int32Array(cityCount)
  const counts = new Uint16Array(cityCount)
  return (city) => {
    let length = 0
    counts.fill(0)
    for (const { ids, cities } of phrasesOf[city] ?? [])
      for (const other of cities) {
        const count = counts[other] ?? 0
        if (count === 0) found[length++] = other
        counts[other] = count + ids.length
      }
    return { cities: found.subarray(0, length), counts }
  }
}

/** Pages of a service with the same text, except the phrases that only the notes of their cities contain. */
interface Group {
  place: number
  /** Shingles that the index does not count, and those that it counts. */
  text: Set<number>
  indexed: Set<number>
  /** Its two shortest pages: they are the most similar to a page that shares no phrase with the group. */
  shortest: { city: number; size: number }[]
  /** The number of shingles in common with each group; counted when it is first needed. */
  row: Int32Array | undefined
}

interface Service {
  /** By base: the shingles of the template and the description. */
  texts: number[][]
  baseOf: (city: number) => number
  cities: number[][]
  /** The shingles of the phrase of the most cities. It is taken for a part of the template. */
  widest: Set<number>
}

function createSearch(service: Service): (city: number, common: Common) => Likeness {
  const { places, sizes, groups } = groupPages(service)
  const shortest = Int32Array.from(groups.flatMap((group) => group.shortest.map(({ city }) => city)))
  return (city, { cities, counts }) => {
    const group = groups[places[city] ?? -1]
    if (!group) return NOTHING
    group.row ??= compareGroups(group, groups)
    const own = { city, size: sizes[city] ?? 0, row: group.row, places, sizes, counts }
    return findBest(own, cities, findBest(own, shortest, NOTHING))
  }
}

const NOTHING: Likeness = { similarity: 0, city: -1 }

interface Compared extends Pick<Pages, 'places' | 'sizes'> {
  city: number
  size: number
  row: Int32Array
  counts: Uint16Array
}

/** Returns the candidate that is most similar to a page, or `best` if none is more similar than that. */
function findBest(
  { city, size, row, places, sizes, counts }: Compared,
  candidates: Int32Array,
  best: Likeness,
): Likeness {
  let { similarity: most, city: found } = best
  for (const other of candidates) {
    const both = (row[places[other] ?? -1] ?? 0) + (counts[other] ?? 0)
    const all = size + (sizes[other] ?? 0) - both
    const similarity = all === 0 ? 1 : both / all
    if (other === city || (similarity <= most && found !== -1)) continue
    most = similarity
    found = other
  }
  return { similarity: most, city: found }
}

/** The pages of a service, by city. */
interface Pages {
  /** The place of the group of each page. */
  places: Int32Array
  /** The number of different shingles of each page. */
  sizes: Int32Array
  groups: Group[]
}

function groupPages({ texts, baseOf, cities, widest }: Service): Pages {
  const common = new Set([...texts.flat(), ...widest])
  const groups = new Map<string, Group>()
  const places = new Int32Array(cities.length)
  const sizes = new Int32Array(cities.length)
  for (const [city, ids] of cities.entries()) {
    const base = baseOf(city)
    const quoted = ids.filter((id) => common.has(id)).toSorted((a, b) => a - b)
    const indexed = new Set(quoted.filter((id) => !widest.has(id)))
    const key = `${base} ${quoted.join(' ')}`
    const group = groups.get(key) ?? toGroup(groups.size, [...(texts[base] ?? []), ...quoted], indexed)
    const size = group.text.size + indexed.size + ids.length - quoted.length
    group.shortest = [...group.shortest, { city, size }].toSorted((a, b) => a.size - b.size).slice(0, 2)
    groups.set(key, group)
    places[city] = group.place
    sizes[city] = size
  }
  return { places, sizes, groups: [...groups.values()] }
}

const toGroup = (place: number, ids: number[], indexed: Set<number>): Group => ({
  place,
  text: new Set(ids.filter((id) => !indexed.has(id))),
  indexed,
  shortest: [],
  row: undefined,
})

/** Counts the common shingles of a group with each group, without those that the index counts. */
const compareGroups = (own: Group, groups: Group[]): Int32Array =>
  Int32Array.from(groups, ({ text, indexed }) => {
    let count = 0
    for (const id of text) if (own.text.has(id) || own.indexed.has(id)) count += 1
    for (const id of indexed) if (own.text.has(id)) count += 1
    return count
  })

function numberShingles(): (shingle: string) => number {
  const ids = new Map<string, number>()
  return (shingle) => {
    const id = ids.get(shingle) ?? ids.size
    ids.set(shingle, id)
    return id
  }
}
