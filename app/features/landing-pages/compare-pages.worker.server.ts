// The thread on which the pages of an account are compared: it takes a while, and readers should not wait for it.
import { createComparison } from './similarity.ts'

export interface ComparisonTask {
  bases: string[][][]
  services: { blocks: string[][]; telling: number; mask: number }[]
  cities: { blocks: string[][]; telling: number; mask: number }[]
  tellings: number
}

/** By place `service * cities + city`. */
export interface Likenesses {
  similarities: Float32Array
  /** The most similar page's city; -1 for none. */
  siblings: Int32Array
}

export default function comparePages({ bases, services, cities, tellings }: ComparisonTask): Likenesses {
  const findLikenesses = createComparison({
    bases,
    services: services.map(({ blocks }) => blocks),
    cities: cities.map(({ blocks }) => blocks),
    baseOf(service, city) {
      const [of, at] = [services[service], cities[city]]
      const telling = ((of?.telling ?? 0) + (at?.telling ?? 0)) % tellings
      return ((of?.mask ?? 0) | (at?.mask ?? 0)) * tellings + telling
    },
  })
  const similarities = new Float32Array(services.length * cities.length)
  const siblings = new Int32Array(similarities.length)
  for (let service = 0; service < services.length; service += 1)
    for (const [city, likeness] of findLikenesses(service).entries()) {
      similarities[service * cities.length + city] = likeness.similarity
      siblings[service * cities.length + city] = likeness.city
    }
  return { similarities, siblings }
}
