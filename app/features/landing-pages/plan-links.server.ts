import { createLinks, type PageLinks } from './links.ts'
import type { PlannedCity } from './planned.server.ts'
import type { Material } from './score-pages.server.ts'

type IsShown = (service: number, city: number) => boolean

/** Where the pages of an account link to, by the names, states and sizes of their places. */
export function planLinks(
  { services, cities }: Pick<Material, 'services' | 'cities'>,
  isShown: IsShown,
): (service: number, city: number) => PageLinks {
  const shown = toBits([services.length, cities.length], isShown)
  return createLinks({
    services: services.length,
    cities: cities.length,
    serviceRing: toOrder(services, ({ service }) => [service.name]),
    cityRing: toOrder(cities, ({ city }) => [city.state, city.name]),
    largestNear: createNeighbours(cities, shown),
    isShown: shown,
  })
}

function toBits([services, cities]: [number, number], isSet: IsShown): IsShown {
  const bits = new Uint8Array(services * cities)
  for (let service = 0; service < services; service += 1)
    for (let city = 0; city < cities; city += 1) bits[service * cities + city] = isSet(service, city) ? 1 : 0
  return (service, city) => bits[service * cities + city] === 1
}

/** Places of a list in the order of what its items are called. */
function toOrder<T>(items: T[], namesOf: (item: T) => string[]): number[] {
  const keys = items.map((item) => namesOf(item).join('\u0000'))
  return items.map((_, place) => place).toSorted((a, b) => compare(keys[a], keys[b]) || a - b)
}

// By code units: the same on every machine.
const compare = (a = '', b = '') => (a < b ? -1 : Number(a > b))

const CONSIDERED = 20
const PEOPLE_DIGITS = 1e10 // that the most come first

/** Cities of the same state with the most people, where a service's page is shown. */
function createNeighbours(cities: PlannedCity[], isShown: IsShown) {
  const bySize = Map.groupBy(
    toOrder(cities, ({ city }) => [String(PEOPLE_DIGITS - (city.population ?? 0)), city.name]),
    (place) => cities[place]?.city.state ?? '',
  )
  return (service: number, city: number) =>
    (bySize.get(cities[city]?.city.state ?? '') ?? [])
      .slice(0, CONSIDERED)
      .filter((other) => other !== city && isShown(service, other))
}
