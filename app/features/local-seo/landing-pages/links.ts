/** The pages of an account and their order. A service or city is given by its index. */
interface LinkedPages {
  services: number
  cities: number
  /** Indexes in a circular order: after the last comes the first. */
  serviceRing: number[]
  cityRing: number[]
  /** Lists the cities of the same state that show a service, the largest first. */
  largestNear: (service: number, city: number) => number[]
  isShown: (service: number, city: number) => boolean
}

/** The links of a page: its service in other cities, its city with other services. */
export interface PageLinks {
  services: number[]
  cities: number[]
  /** A page in a group of pages that this page's group does not link to otherwise. */
  elsewhere: { service: number; city: number } | undefined
}

const SERVICES = 12
const LARGEST = 5
const NEXT = 5

/**
 * Returns a function that lists the links of a page. They lead to the city's next services, the service's next cities,
 * and its largest cities in the state. Bridges connect groups of pages that share no city or service. So every page
 * leads to every other one.
 */
export function createLinks(pages: LinkedPages): (service: number, city: number) => PageLinks {
  const { serviceRing, cityRing, largestNear, isShown } = pages
  const nextServices = createWalk(serviceRing, SERVICES)
  const nextCities = createWalk(cityRing, NEXT)
  const bridges = findBridges(pages)
  return (service, city) => {
    const largest = largestNear(service, city).slice(0, LARGEST)
    const next = nextCities(city, (other) => isShown(service, other))
    return {
      services: nextServices(service, (other) => isShown(other, city)),
      cities: [...new Set([...largest, ...next])],
      elsewhere: bridges.get(city * pages.services + service),
    }
  }
}

type Walk = (from: number, isWanted: (item: number) => boolean) => number[]

/** Returns a function that lists the next wanted items of a ring after one of its items. */
function createWalk(ring: number[], most: number): Walk {
  const places: number[] = []
  for (const [place, item] of ring.entries()) places[item] = place
  return (from, isWanted) => {
    const found: number[] = []
    const start = places[from]
    if (start === undefined) return found
    for (let step = 1; step < ring.length && found.length < most; step += 1) {
      const item = ring[(start + step) % ring.length]
      if (item !== undefined && isWanted(item)) found.push(item)
    }
    return found
  }
}

/** Groups the pages that are connected by cities or services. Links a page of each group to the next group. */
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
