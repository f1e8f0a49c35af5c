import { readFormText, toName } from '../../../shared/text.ts'
import {
  CATALOGUE,
  type Entry,
  type EntryFields,
  type Kind,
  NAME_LIMIT,
  POPULATION_LIMIT,
  STATE_LIMIT,
} from './cities-services.ts'
import { catalogueMessages, tooLong, wrongPopulation } from './messages.ts'

/** The fields of a form, or of a line of a file, before they are parsed. */
export type EntryFormValues = Record<keyof EntryFields, string>
/** The error of each refused field. */
export type EntryErrors = Partial<EntryFormValues>

type ParsedEntry = { ok: true; value: EntryFields } | { ok: false; errors: EntryErrors }

/** A form with empty fields. */
export const EMPTY: EntryFormValues = { name: '', state: '', population: '', text: '' }
/** The errors of a form that was not sent yet. */
export const NO_ERRORS: EntryErrors = {}

/** Reads the form as it was typed, so that a refused form keeps its input. */
export const readEntryForm = (form: FormData): EntryFormValues => ({
  name: readFormText(form, 'name'),
  state: readFormText(form, 'state'),
  population: readFormText(form, 'population'),
  text: readFormText(form, 'text'),
})

/** Returns an entry as its form shows it. */
export const toEntryFormValues = ({ name, state, population, text }: Entry): EntryFormValues => ({
  name,
  state,
  population: population === null ? '' : String(population),
  text,
})

/**
 * Parses a city or a service. Returns the errors of all fields together. Fields that its kind does not have are
 * ignored.
 */
export function parseEntry(kind: Kind, typed: EntryFormValues): ParsedEntry {
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

/** Returns the toast of a form with errors (spec §5, §8). The sentence for a missing field comes before all others. */
export function toErrorToast(kind: Kind, errors: EntryErrors): { title: string; description?: string } {
  const { missing, addFailed } = catalogueMessages[kind]
  const sentences = toSentences(errors)
  const isMissing = sentences.some((sentence) => sentence === missing)
  return isMissing ? { title: missing } : { title: addFailed, description: sentences.join(' ') }
}

/** Returns the sentences of all errors, each once. */
export const toSentences = (errors: EntryErrors): string[] => [...new Set(Object.values(errors))]

function findNameError(kind: Kind, value: string, limit: number): string | undefined {
  if (value === '') return catalogueMessages[kind].missing
  return isLonger(value, limit) ? tooLong(limit) : undefined
}

const toError = (field: 'name' | 'state', error: string | undefined): EntryErrors =>
  error === undefined ? {} : { [field]: error }

const isLonger = (text: string, limit: number) => text.length > limit && Array.from(text).length > limit

// Spreadsheets and data tools write whole numbers with decimals of zero too.
const NUMBER = /^(\d+|\d{1,3}([,\s'’]\d{3})+)(\.0+)?$/
const DOTTED = /^\d{1,3}(\.\d{3})+$/ // as in German: 1.234 is 1,234
const AMBIGUOUS = /^\d{1,3}\.000$/ // 12.000 is 12 or 12,000

// Returns null for an empty field. Returns undefined for a text that is not a whole number up to the limit.
function parsePopulation(typed: string): number | null | undefined {
  const digits = typed.trim()
  if (digits === '') return null
  const population = toNumber(digits)
  return population <= POPULATION_LIMIT ? population : undefined
}

function toNumber(digits: string): number {
  if (AMBIGUOUS.test(digits)) return Infinity
  if (DOTTED.test(digits)) return Number(digits.replaceAll('.', ''))
  return NUMBER.test(digits) ? Number(digits.replace(/\..*/, '').replaceAll(/\D/g, '')) : Infinity
}
