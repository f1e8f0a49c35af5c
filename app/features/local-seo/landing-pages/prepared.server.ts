import { toHash } from '../../../shared/hash.ts'
import { escapeHtml } from '../../../shared/text.ts'
import { listVisible } from './blocks.ts'
import type { Catalogue, City, Service } from './catalogue.ts'
import type { CompiledTemplate } from './compile-template.server.ts'
import { type RenderedText, renderLocalText } from './render-texts.server.ts'
import type { LocalSubstance } from './score.ts'
import { toCommonNoun } from './common-noun.ts'
import { type Field, type Half, MASKS, VARIANTS } from './template.ts'

/** A service, prepared for its pages. */
export interface PreparedService extends Half {
  service: Service
  /** Its name as it stands inside a sentence. */
  inText: string
  description: RenderedText
  /** As HTML. */
  values: Record<'service' | 'service_in_text' | 'service_description', string>
  words: number
}

/** A city, prepared for its pages. */
export interface PreparedCity extends Half {
  city: City
  notes: RenderedText
  /** As HTML. */
  values: Record<'city' | 'state' | 'population' | 'notes', string>
  words: number
  local: LocalSubstance
}

// The fields of a city or a service that may be empty, as bits. A section without its field is left out.
const BITS = { notes: 1, population: 2, service_description: 4 } satisfies Partial<Record<Field, number>>

function isMasked(mask: number, field: Field): boolean {
  const { [field]: bit = 0 }: Partial<Record<Field, number>> = BITS
  return (mask & bit) !== 0
}

/** Prepares a service: renders its description, and finds missing fields. */
export async function toPreparedService(service: Service, accountId: string): Promise<PreparedService> {
  const description = await renderLocalText(service.description, accountId)
  const inText = toCommonNoun(service.name, service.description)
  return {
    service,
    inText,
    description,
    values: {
      service: escapeHtml(service.name),
      service_in_text: escapeHtml(inText),
      service_description: description.html,
    },
    variant: toHash(service.slug) % VARIANTS,
    mask: description.html === '' ? BITS.service_description : 0,
    words: countWords(description.blocks),
  }
}

/** Prepares a city: renders its notes, and finds missing fields. */
export async function toPreparedCity(city: City, accountId: string): Promise<PreparedCity> {
  const notes = await renderLocalText(city.notes, accountId)
  const population = city.population === null ? '' : city.population.toLocaleString('en-US')
  return {
    city,
    notes,
    values: { city: escapeHtml(city.name), state: escapeHtml(city.state), population, notes: notes.html },
    variant: toHash(city.slug) % VARIANTS,
    mask: (notes.html === '' ? BITS.notes : 0) | (population === '' ? BITS.population : 0),
    words: countWords(notes.blocks),
    local: toLocalSubstance(notes),
  }
}

/** Counts the words of blocks. */
export const countWords = (blocks: string[][]) => blocks.reduce((sum, words) => sum + words.length, 0)

const toLocalSubstance = ({ html, blocks }: RenderedText): LocalSubstance => ({
  words: countWords(blocks),
  longestParagraph: Math.max(0, ...blocks.map((words) => words.length)),
  hasMore: /<(?:img|table|ul|ol|dl)\b|\?\s*<\/(?:h[2-6]|strong|b)>/.test(html),
})

/** Returns the half of a page as the thread that compares pages gets it. */
export const toCompared = ({ variant, mask, ...planned }: PreparedService | PreparedCity) => ({
  blocks: ('notes' in planned ? planned.notes : planned.description).blocks,
  variant,
  mask,
})

/**
 * Returns a test for the fields that the comparison of pages leaves out. These are the empty fields of the business and
 * the lists of links without a target. The paragraph of the model is always left out, because it must not count.
 */
export function createMissingFieldTest({ business, services, cities }: Catalogue): (field: Field) => boolean {
  const missing = new Set<Field>(['paragraph'])
  if (business.name === '') missing.add('business_name')
  if (business.phone === '') missing.add('business_phone')
  if (business.city === '') missing.add('business_city')
  if (services.length < 2) missing.add('services_in_city')
  if (cities.length < 2) missing.add('nearby_cities')
  return (field) => missing.has(field)
}

/** Lists the blocks of words of each variant of the template with each set of missing sections, by `toBase`. */
export const listBases = ({ bodies }: CompiledTemplate, isMissing: (field: Field) => boolean): string[][][] =>
  Array.from({ length: MASKS * VARIANTS }, (_, base) => {
    const blocks = bodies[base % VARIANTS] ?? []
    const mask = Math.floor(base / VARIANTS)
    const visible = listVisible(blocks, (field) => isMissing(field) || isMasked(mask, field))
    return visible.map(({ words }) => words)
  })
