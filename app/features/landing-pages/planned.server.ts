import { toHash } from '../../shared/hash.ts'
import { escapeHtml } from '../../shared/text.ts'
import { listVisible } from './blocks.ts'
import type { Catalogue, City, Service } from './catalogue.ts'
import type { CompiledTemplate } from './compile-template.server.ts'
import { type RenderedText, renderLocalText } from './render-texts.server.ts'
import type { LocalSubstance } from './score.ts'
import { type Field, TELLINGS } from './template.ts'

export interface PlannedService {
  service: Service
  description: RenderedText
  values: Partial<Record<Field, string>>
  /** Added to that of the other half of a page, it says how the page is told. */
  telling: number
  mask: number
  words: number
}

export interface PlannedCity {
  city: City
  notes: RenderedText
  values: Partial<Record<Field, string>>
  telling: number
  mask: number
  words: number
  local: LocalSubstance
}

// Sections that a page may lack, as bits: what is missing of the city or of the service.
const MISSING: Partial<Record<Field, number>> = { notes: 1, population: 2, service_description: 4 }
export const MASKS = 8

const isMasked = (mask: number, field: Field) => (mask & (MISSING[field] ?? 0)) !== 0

export async function toPlannedService(service: Service, accountId: string): Promise<PlannedService> {
  const description = await renderLocalText(service.description, accountId)
  return {
    service,
    description,
    values: { service: escapeHtml(service.name), service_description: description.html },
    telling: toHash(service.slug) % TELLINGS,
    mask: description.html === '' ? (MISSING.service_description ?? 0) : 0,
    words: countWords(description.blocks),
  }
}

export async function toPlannedCity(city: City, accountId: string): Promise<PlannedCity> {
  const notes = await renderLocalText(city.notes, accountId)
  const population = city.population === null ? '' : city.population.toLocaleString('en-US')
  return {
    city,
    notes,
    values: { city: escapeHtml(city.name), state: escapeHtml(city.state), population, notes: notes.html },
    telling: toHash(city.slug) % TELLINGS,
    mask:
      (notes.html === '' ? (MISSING.notes ?? 0) : 0) | (population === '' ? (MISSING.population ?? 0) : 0),
    words: countWords(notes.blocks),
    local: toLocalSubstance(notes),
  }
}

export const countWords = (blocks: string[][]) => blocks.reduce((sum, words) => sum + words.length, 0)

const toLocalSubstance = ({ html, blocks }: RenderedText): LocalSubstance => ({
  words: countWords(blocks),
  longestParagraph: Math.max(0, ...blocks.map((words) => words.length)),
  hasMore: /<(?:img|table|ul|ol|dl)\b|\?\s*<\/(?:h[2-6]|strong|b)>/.test(html),
})

export const toCompared = ({ telling, mask, ...planned }: PlannedService | PlannedCity) => ({
  blocks: ('notes' in planned ? planned.notes : planned.description).blocks,
  telling,
  mask,
})

/** What no page of the account has, and what a model may write for some and counts for none: what nobody has said of the business, and links where there is nothing to link to. */
export function toConstantMissing({ business, services, cities }: Catalogue): (field: Field) => boolean {
  const missing = new Set<Field>(['paragraph'])
  if (business.name === '') missing.add('business_name')
  if (business.phone === '') missing.add('business_phone')
  if (business.city === '') missing.add('business_city')
  if (services.length < 2) missing.add('services_in_city')
  if (cities.length < 2) missing.add('nearby_cities')
  return (field) => missing.has(field)
}

export const listBases = ({ bodies }: CompiledTemplate, isMissing: (field: Field) => boolean): string[][][] =>
  Array.from({ length: MASKS * TELLINGS }, (_, base) => {
    const blocks = bodies[base % TELLINGS] ?? []
    const mask = Math.floor(base / TELLINGS)
    const visible = listVisible(blocks, (field) => isMissing(field) || isMasked(mask, field))
    return visible.map(({ words }) => words)
  })

interface Half {
  telling: number
  mask: number
}

/** How the page of a service in a city is told. */
export const toTelling = (service: Half, city: Half) => (service.telling + city.telling) % TELLINGS

/** Its place among the bases. */
export const toBase = (service: Half, city: Half) =>
  (service.mask | city.mask) * TELLINGS + toTelling(service, city)
