// Comparing the pages of an account takes seconds. It runs on a thread of its own, so that readers do not wait.
import { findLikenesses } from './similarity.ts'

/**
 * The pages of an account as they are sent to the thread: their parts, and the numbers that choose the base of each
 * page.
 */
export interface ComparisonTask {
  bases: string[][][]
  services: { blocks: string[][]; variant: number; mask: number }[]
  cities: { blocks: string[][]; variant: number; mask: number }[]
  variants: number
}

/** The result for all pages. The page of a service in a city is at `service * cities + city`. */
export interface Likenesses {
  similarities: Float32Array
  /** The city of the most similar page; -1 for none. */
  siblings: Int32Array
}

/** Finds the most similar page of the same service for each page of an account. */
export default function comparePages({ bases, services, cities, variants }: ComparisonTask): Likenesses {
  const found = findLikenesses({
    bases,
    services: services.map(({ blocks }) => blocks),
    cities: cities.map(({ blocks }) => blocks),
    baseOf(service, city) {
      const [of, at] = [services[service], cities[city]]
      if (!of || !at) throw new Error('There is no such service or city.')
      return (of.mask | at.mask) * variants + ((of.variant + at.variant) % variants)
    },
  })
  const similarities = new Float32Array(services.length * cities.length)
  const siblings = new Int32Array(similarities.length)
  for (const [city, likenesses] of found.entries())
    for (const [service, { similarity, city: sibling }] of likenesses.entries()) {
      similarities[service * cities.length + city] = similarity
      siblings[service * cities.length + city] = sibling
    }
  return { similarities, siblings }
}
