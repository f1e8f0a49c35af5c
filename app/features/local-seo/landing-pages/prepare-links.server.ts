import { createLinks, type PageLinks } from './links.ts'
import type { PreparedCity } from './prepared.server.ts'
import type { Material } from './score-pages.server.ts'

type IsShown = (service: number, city: number) => boolean

/** Returns a function that lists the links of a page. Names, states and populations decide the order. */
export function prepareLinks(
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

/** Returns the indexes of a list in the order of its items' names. */
function toOrder<T>(items: T[], namesOf: (item: T) => string[]): number[] {
  const keys = items.map((item) => namesOf(item).join('\u0000'))
  return items.map((_, place) => place).toSorted((a, b) => compare(keys[a], keys[b]) || a - b)
}

// The order of code units is the same on every machine.
const compare = (a = '', b = '') => (a < b ? -1 : Number(a > b))

const CONSIDERED = 20
const PEOPLE_DIGITS = 1e10 // subtracted from, so that the largest cities come first

/** Returns a function that lists the largest cities of the same state in which a service is shown. */
function createNeighbours(cities: PreparedCity[], isShown: IsShown) {
  const bySize = Map.groupBy(
    toOrder(cities, ({ city }) => [String(PEOPLE_DIGITS - (city.population ?? 0)), city.name]),
    (place) => cities[place]?.city.state,
  )
  const largest = cities.map(({ city }) => bySize.get(city.state)?.slice(0, CONSIDERED) ?? [])
  return (service: number, city: number) =>
    (largest[city] ?? []).filter((other) => other !== city && isShown(service, other))
}
