/** Which pages readers get: services and cities by their places in the lists of an account. */
export interface LinkedPages {
  services: number
  cities: number
  /** Orders in which pages follow one another, round and round. */
  serviceRing: number[]
  cityRing: number[]
  /** For a service, the cities of the same state with the most people, most first. */
  largestNear: (service: number, city: number) => number[]
  isShown: (service: number, city: number) => boolean
}

export interface PageLinks {
  services: number[]
  cities: number[]
  /** The page of a part of the account's pages that no other link leads to. */
  elsewhere: { service: number; city: number } | undefined
}

const SERVICES = 12
const LARGEST = 5
const NEXT = 5

/**
 * The links of an account's pages: from each page along a ring of the city's services and a ring of the service's
 * cities, and from part to part where the two leave some apart. So every page leads to every other.
 */
export function createLinks(pages: LinkedPages): (service: number, city: number) => PageLinks {
  const { serviceRing, cityRing, largestNear, isShown } = pages
  const servicePlace = toPlaces(serviceRing)
  const cityPlace = toPlaces(cityRing)
  const bridges = findBridges(pages)
  return (service, city) => {
    const largest = largestNear(service, city).slice(0, LARGEST)
    const next = walk(cityRing, {
      from: cityPlace[city] ?? 0,
      most: NEXT,
      isWanted: (other) => isShown(service, other),
    })
    return {
      services: walk(serviceRing, {
        from: servicePlace[service] ?? 0,
        most: SERVICES,
        isWanted: (other) => isShown(other, city),
      }),
      cities: [...new Set([...largest, ...next])],
      elsewhere: bridges.get(city * pages.services + service),
    }
  }
}

interface Walk {
  from: number
  most: number
  isWanted: (item: number) => boolean
}

function walk(ring: number[], { from, most, isWanted }: Walk): number[] {
  const found: number[] = []
  for (let step = 1; step < ring.length && found.length < most; step += 1) {
    const item = ring[(from + step) % ring.length]
    if (item !== undefined && isWanted(item)) found.push(item)
  }
  return found
}

function toPlaces(ring: number[]): number[] {
  const places: number[] = []
  for (const [place, item] of ring.entries()) places[item] = place
  return places
}

/** Where the pages fall into parts without a common city or service: from one page of each part to the next part. */
function findBridges({
  services,
  cities,
  isShown,
}: LinkedPages): Map<number, { service: number; city: number }> {
  const roots = Array.from({ length: services + cities }, (_, node) => node)
  const findRoot = (node: number): number => {
    let root = node
    while (roots[root] !== root) root = roots[root] = roots[roots[root] ?? root] ?? root
    return root
  }
  const firsts = new Map<number, { service: number; city: number }>()
  eachShown((service, city) => (roots[findRoot(service)] = findRoot(services + city)))
  eachShown((service, city) => {
    const root = findRoot(service)
    if (!firsts.has(root)) firsts.set(root, { service, city })
  })
  const parts = [...firsts.values()]
  if (parts.length < 2) return new Map()
  return new Map(
    parts
      .map(
        ({ service, city }, place) => [city * services + service, parts[(place + 1) % parts.length]] as const,
      )
      .flatMap(([from, to]) => (to ? [[from, to] as const] : [])),
  )

  function eachShown(visit: (service: number, city: number) => void): void {
    for (let service = 0; service < services; service += 1)
      for (let city = 0; city < cities; city += 1) if (isShown(service, city)) visit(service, city)
  }
}
