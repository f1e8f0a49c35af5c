import { type Catalogue, toPairKey } from './catalogue.ts'
import type { CompiledTemplate } from './compile-template.server.ts'
import { toBaseSlug } from './landing-pages.ts'
import { countWords, listBases, type PreparedCity, type PreparedService } from './prepared.server.ts'
import { type PageScore, type ScoreParts, toScoreParts } from './score.ts'
import type { Likenesses } from './similarity.ts'
import { type Field, toBase } from './template.ts'

/** All sources that pages are scored and made from. */
export interface Material {
  catalogue: Catalogue
  template: CompiledTemplate
  services: PreparedService[]
  cities: PreparedCity[]
  likenesses: Likenesses
  isMissing: (field: Field) => boolean
}

/** Scores the page of a service in a city, which are named by their index. */
interface Scorer {
  partsAt: (service: number, city: number) => ScoreParts
  /** Returns the rounded parts, with the facts that they come from. */
  detailsAt: (service: number, city: number) => PageScore
}

/** Returns the functions that score pages. They throw if there is no such service or city. */
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
  const wordsOf = (of: PreparedService, at: PreparedCity) => {
    const words = bases[toBase(of, at)]
    if (words === undefined) throw new Error('There is no such base.')
    return words + of.words + at.words
  }
  const likenessAt = (service: number, city: number) => {
    const place = service * cities.length + city
    const [similarity, sibling] = [likenesses.similarities[place], likenesses.siblings[place]]
    if (similarity === undefined || sibling === undefined) throw new Error(NO_PAIR)
    return { similarity, sibling: cities[sibling] }
  }
  const partsAt = (service: number, city: number): ScoreParts => {
    const { of, at } = findServiceAndCity({ services, cities }, service, city)
    const { similarity } = likenessAt(service, city)
    return toScoreParts({ similarity, local: at.local, words: wordsOf(of, at), hasDescription })
  }
  const detailsAt = (service: number, city: number): PageScore => {
    const { of, at } = findServiceAndCity({ services, cities }, service, city)
    const { similarity: likeness, sibling } = likenessAt(service, city)
    const { similarity, local, thin } = partsAt(service, city)
    return {
      similarity: toTenths(similarity),
      local: toTenths(local),
      thin: toTenths(thin),
      likeness: Math.round(likeness * 100) / 100,
      siblingSlug: sibling ? slugOf(catalogue, of, sibling) : null,
      words: wordsOf(of, at),
      localWords: at.local.words,
    }
  }
  return { partsAt, detailsAt }
}

const toTenths = (points: number) => Math.round(points * 10) / 10

const NO_PAIR = 'There is no such service or city.'

/** Returns the service and the city of a page. Throws if there is no such service or city. */
export function findServiceAndCity(
  { services, cities }: Pick<Material, 'services' | 'cities'>,
  service: number,
  city: number,
) {
  const [of, at] = [services[service], cities[city]]
  if (!of || !at) throw new Error(NO_PAIR)
  return { of, at }
}

/** Returns the slug of a page: that of its service and city, or the other one that it has got. */
export const slugOf = (
  { otherSlugs }: Catalogue,
  { service }: PreparedService,
  { city }: PreparedCity,
): string =>
  (otherSlugs.size > 0 && otherSlugs.get(toPairKey(service.id, city.id))) || toBaseSlug(service, city)
