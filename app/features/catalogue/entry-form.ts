import { readText, toName } from '../../shared/text.ts'
import {
  CATALOGUE,
  type Entry,
  type EntryFields,
  type Kind,
  NAME_LIMIT,
  POPULATION_LIMIT,
  STATE_LIMIT,
} from './catalogue.ts'
import { catalogueMessages, tooLong, wrongPopulation } from './messages.ts'

/** A form, or a line of a file, as it was typed. */
export type TypedEntry = Record<keyof EntryFields, string>
export type EntryErrors = Partial<TypedEntry>

type ParsedEntry = { ok: true; value: EntryFields } | { ok: false; errors: EntryErrors }

export const EMPTY: TypedEntry = { name: '', state: '', population: '', text: '' }
export const NO_ERRORS: EntryErrors = {}

/** The form as it was typed, so that a refusal loses nothing. */
export const readTypedEntry = (form: FormData): TypedEntry => ({
  name: readText(form, 'name'),
  state: readText(form, 'state'),
  population: readText(form, 'population'),
  text: readText(form, 'text'),
})

/** An entry as its form shows it. */
export const toTyped = ({ name, state, population, text }: Entry): TypedEntry => ({
  name,
  state,
  population: population === null ? '' : String(population),
  text,
})

/** Reads a city or a service, every field at once; what its kind does not have is ignored. */
export function parseEntry(kind: Kind, typed: TypedEntry): ParsedEntry {
  const { isPlace, textLimit } = CATALOGUE[kind]
  const name = toName(typed.name, Infinity)
  const state = isPlace ? toName(typed.state, Infinity) : ''
  const text = typed.text.trim()
  const population = isPlace ? parsePopulation(typed.population) : null
  const errors: EntryErrors = {
    ...toError('name', findNameError(kind, name, NAME_LIMIT)),
    ...(isPlace && toError('state', findNameError(kind, state, STATE_LIMIT))),
    ...(population === undefined && { population: wrongPopulation }),
    ...(isLonger(text, textLimit) && { text: tooLong(textLimit) }),
  }
  if (population === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, value: { name, state, population, text } }
}

/** The sentence over a refused form (spec §5, §8): what is missing comes first. */
export function toRefusal(kind: Kind, errors: EntryErrors): { title: string; description?: string } {
  const { missing, addFailed } = catalogueMessages[kind]
  const sentences = toSentences(errors)
  const isMissing = sentences.some((sentence) => sentence === missing)
  return isMissing ? { title: missing } : { title: addFailed, description: sentences.join(' ') }
}

/** What is wrong with a form, each thing once. */
export const toSentences = (errors: EntryErrors): string[] => [...new Set(Object.values(errors))]

function findNameError(kind: Kind, value: string, limit: number): string | undefined {
  if (value === '') return catalogueMessages[kind].missing
  return isLonger(value, limit) ? tooLong(limit) : undefined
}

const toError = (field: 'name' | 'state', error: string | undefined): EntryErrors =>
  error === undefined ? {} : { [field]: error }

const isLonger = (text: string, limit: number) => text.length > limit && Array.from(text).length > limit

const NUMBER = /^(\d+|\d{1,3}([,\s]\d{3})+)$/

// Null where nothing was entered, undefined where it is no whole number.
function parsePopulation(typed: string): number | null | undefined {
  const digits = typed.trim()
  if (digits === '') return null
  const population = NUMBER.test(digits) ? Number(digits.replaceAll(/\D/g, '')) : Infinity
  return population <= POPULATION_LIMIT ? population : undefined
}
