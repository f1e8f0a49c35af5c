/** What other cities say too, by how much. */
export interface Others {
  cities: Int32Array
  counts: Uint16Array
}

/** What cities have in common: what two patterns share, and what else two cities do. */
export interface Overlaps {
  /** By the place of a city: which of the widely said phrases it says. */
  patterns: Int32Array
  /** How much a pattern has in common with each one. */
  commonWith: (pattern: number) => Int32Array
  /** Cities that share more than their patterns do, and how much more. */
  othersOf: (city: number) => Others
}

/** Shingles that are said by the same cities, as those of a sentence are. */
interface Phrase {
  size: number
  sayers: number[]
}

const MOST_PATTERNS = 2000 // 16 MB
const KEPT_PAIRS = 8_000_000 // 48 MB

/** Counts what cities have in common, without looking at each pair that says what very many say. */
export function createOverlaps(cities: number[][]): Overlaps {
  const phrases = listPhrases(cities)
  const { patterns, widely, rare } = findPatterns(phrases, cities.length)
  const rows = comparePatterns(patterns, widely)
  return {
    patterns: Int32Array.from(patterns.places),
    commonWith: (pattern) => rows[pattern] ?? new Int32Array(rows.length),
    othersOf: keepSome(createCounter(rare, cities.length)),
  }
}

function listPhrases(cities: number[][]): Phrase[] {
  const shingles = cities.reduce((most, ids) => ids.reduce((last, id) => Math.max(last, id + 1), most), 0)
  const parts = toParts(shingles)
  for (const ids of cities) split(parts, findCuts(parts, ids))
  const phrases = parts.sizes.map((size): Phrase => ({ size, sayers: [] }))
  for (const [city, ids] of cities.entries())
    for (const part of new Set(ids.map((id) => parts.places[id] ?? 0))) phrases[part]?.sayers.push(city)
  return phrases.filter(({ sayers }) => sayers.length > 1)
}

/** Things that are parted again and again: the part each is in, and how many each part has. */
interface Parts {
  places: number[]
  sizes: number[]
}

const toParts = (count: number): Parts => ({ places: Array.from({ length: count }, () => 0), sizes: [count] })

/** Some things, by the parts they are taken out of: only those that lose some and keep some. */
function findCuts({ places, sizes }: Parts, some: number[]): number[][] {
  const taken = new Map<number, number[]>()
  for (const one of some) {
    const place = places[one] ?? 0
    const together = taken.get(place)
    if (together) together.push(one)
    else taken.set(place, [one])
  }
  return [...taken].filter(([place, { length }]) => length !== sizes[place]).map(([, together]) => together)
}

function split({ places, sizes }: Parts, cuts: number[][]): void {
  for (const cut of cuts) {
    const from = places[cut[0] ?? 0] ?? 0
    sizes[from] = (sizes[from] ?? 0) - cut.length
    for (const one of cut) places[one] = sizes.length
    sizes.push(cut.length)
  }
}

/**
 * Parts cities by what very many say. A pattern more costs a comparison with each city, a phrase that is left over one
 * for each pair that says it: the cheaper is chosen.
 */
function findPatterns(phrases: Phrase[], cities: number) {
  const patterns = toParts(cities)
  const widely: Phrase[] = []
  const rare: Phrase[] = []
  for (const phrase of phrases.toSorted((a, b) => b.sayers.length - a.sayers.length)) {
    const cuts = findCuts(patterns, phrase.sayers)
    const isCheaper = cuts.length * cities < phrase.sayers.length ** 2
    const isWide = isCheaper && patterns.sizes.length + cuts.length <= MOST_PATTERNS
    if (isWide) split(patterns, cuts)
    const kept = isWide ? widely : rare
    kept.push(phrase)
  }
  return { patterns, widely, rare }
}

function comparePatterns({ places, sizes }: Parts, widely: Phrase[]): Int32Array[] {
  const rows = sizes.map(() => new Int32Array(sizes.length))
  for (const { size, sayers } of widely) {
    const having = new Set(sayers.map((city) => places[city] ?? 0))
    for (const one of having) for (const other of having) add(rows[one], other, size)
  }
  return rows
}

function add(row: Int32Array | undefined, place: number, size: number): void {
  if (row) row[place] = (row[place] ?? 0) + size
}

/** Counts for a city at a time: what it gives is good until it is called again. */
function createCounter(phrases: Phrase[], cities: number): (city: number) => Others {
  const phrasesOf = Array.from({ length: cities }, (): Phrase[] => [])
  for (const phrase of phrases) for (const city of phrase.sayers) phrasesOf[city]?.push(phrase)
  const countOf = new Uint16Array(cities)
  const found = new Int32Array(cities)
  const counts = new Uint16Array(cities)
  return (city) => {
    let length = 0
    for (const { size, sayers } of phrasesOf[city] ?? [])
      for (const other of sayers) {
        const count = countOf[other] ?? 0
        if (count === 0) found[length++] = other
        countOf[other] = count + size
      }
    for (let place = 0; place < length; place += 1) {
      const other = found[place] ?? 0
      counts[place] = countOf[other] ?? 0
      countOf[other] = 0
    }
    return { cities: found.subarray(0, length), counts: counts.subarray(0, length) }
  }
}

/** Remembers what was counted for one service, so that the next ones need not count it again. */
function keepSome(count: (city: number) => Others): (city: number) => Others {
  const known = new Map<number, Others>()
  let pairs = 0
  return (city) => {
    const kept = known.get(city)
    if (kept) return kept
    const others = count(city)
    if (pairs + others.cities.length > KEPT_PAIRS) return others
    pairs += others.cities.length
    known.set(city, { cities: others.cities.slice(), counts: others.counts.slice() })
    return others
  }
}
