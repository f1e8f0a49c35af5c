import { type Catalogue, toPairKey } from './catalogue.ts'
import type { Likenesses } from './compare-pages.worker.server.ts'
import type { CompiledTemplate } from './compile-template.server.ts'
import { toBaseSlug } from './landing-pages.ts'
import { countWords, listBases, type PlannedCity, type PlannedService, toBase } from './planned.server.ts'
import { type PageScore, type ScoreParts, toScoreParts } from './score.ts'
import type { Field } from './template.ts'

/** What pages are scored and written from. */
export interface Material {
  catalogue: Catalogue
  template: CompiledTemplate
  services: PlannedService[]
  cities: PlannedCity[]
  likenesses: Likenesses
  isMissing: (field: Field) => boolean
}

export interface Scorer {
  partsAt: (service: number, city: number) => ScoreParts
  /** The same as it is kept, with what it comes from. */
  detailsAt: (service: number, city: number) => PageScore
}

/** Scores the page of any service in any city. */
export function createScorer({
  catalogue,
  template,
  services,
  cities,
  likenesses,
  isMissing,
}: Material): Scorer {
  const bases = listBases(template, isMissing).map(countWords)
  const hasDescription = catalogue.template.description.trim() !== ''
  const wordsOf = (of: PlannedService, at: PlannedCity) => (bases[toBase(of, at)] ?? 0) + of.words + at.words
  const partsAt = (service: number, city: number): ScoreParts => {
    const { of, at } = findHalves({ services, cities }, service, city)
    const similarity = likenesses.similarities[service * cities.length + city] ?? 0
    return toScoreParts({ similarity, local: at.local, words: wordsOf(of, at), hasDescription })
  }
  const detailsAt = (service: number, city: number): PageScore => {
    const { of, at } = findHalves({ services, cities }, service, city)
    const place = service * cities.length + city
    const { similarity, local, thin } = partsAt(service, city)
    const sibling = cities[likenesses.siblings[place] ?? -1]
    return {
      similarity: toTenths(similarity),
      local: toTenths(local),
      thin: toTenths(thin),
      likeness: Math.round((likenesses.similarities[place] ?? 0) * 100) / 100,
      siblingSlug: sibling ? slugOf(catalogue, of, sibling) : null,
      words: wordsOf(of, at),
      localWords: at.local.words,
    }
  }
  return { partsAt, detailsAt }
}

const toTenths = (points: number) => Math.round(points * 10) / 10

/** The service and the city at their places. Throws where there are none. */
export function findHalves(
  { services, cities }: Pick<Material, 'services' | 'cities'>,
  service: number,
  city: number,
) {
  const [of, at] = [services[service], cities[city]]
  if (!of || !at) throw new Error('There is no such service or city.')
  return { of, at }
}

/** The address of a page: that of its service and city, unless it has got another one. */
export const slugOf = (
  { otherSlugs }: Catalogue,
  { service }: PlannedService,
  { city }: PlannedCity,
): string =>
  (otherSlugs.size > 0 && otherSlugs.get(toPairKey(service.id, city.id))) || toBaseSlug(service, city)
