import { hash } from 'node:crypto'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type Catalogue, type City, type Service, toPairKey } from './catalogue.ts'
import type { ParagraphFacts } from './paragraph.ts'

/** Returns the facts about the page of a service in a city. */
export const toFacts = (
  { business }: Pick<Catalogue, 'business'>,
  service: Service,
  city: City,
): ParagraphFacts => ({
  service: service.name,
  description: service.description,
  city: city.name,
  state: city.state,
  population: city.population?.toString() ?? '',
  notes: city.notes,
  business: business.name,
})

/** Returns a hash of the facts about a page. A paragraph is valid as long as it stays the same. */
export const toFactsHash = (facts: ParagraphFacts): string =>
  hash('sha256', JSON.stringify(Object.values(facts)), 'base64url')

/** Lists the operator's valid paragraphs by `toPairKey`; '' if the model's answer could not be used. */
export async function listParagraphs(
  trx: Transaction,
  operator: Operator,
  catalogue: Pick<Catalogue, 'services' | 'cities' | 'business'>,
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('landingParagraphs')
    .select(['serviceId', 'cityId', 'factsHash', 'paragraph'])
    .where(isOwn(operator, 'userId'))
    .orderBy('serviceId')
    .orderBy('cityId')
    .execute()
  const services = new Map(catalogue.services.map((service) => [service.id, service]))
  const cities = new Map(catalogue.cities.map((city) => [city.id, city]))
  const present = rows.filter(({ serviceId, cityId, factsHash }) => {
    const [service, city] = [services.get(serviceId), cities.get(cityId)]
    return service && city && toFactsHash(toFacts(catalogue, service, city)) === factsHash
  })
  return new Map(present.map(({ serviceId, cityId, paragraph }) => [toPairKey(serviceId, cityId), paragraph]))
}
