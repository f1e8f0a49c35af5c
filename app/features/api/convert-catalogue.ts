import type { Entry, EntryFields, Kind } from '../local-seo/cities-services/cities-services.ts'
import type { FieldError } from './api.ts'

/** A sentence for each wrong field of the form of an entry. */
type EntryErrors = Partial<Record<keyof EntryFields, string>>

/** Returns the list that a route of the API is about. */
export const toKind = (pattern: string): Kind => (pattern.includes('/services') ? 'services' : 'cities')

/** Returns a city or a service as the API answers with it. */
export const toApiEntry = (kind: Kind, { id, slug, name, state, population, text }: Entry) =>
  kind === 'cities'
    ? { id, slug, name, state, population, notes: text }
    : { id, slug, name, description: text }

interface SentEntry {
  name?: string | undefined
  state?: string | undefined
  population?: number | null | undefined
  notes?: string | undefined
  description?: string | undefined
}

const NOTHING: EntryFields = { name: '', state: '', population: null, text: '' }

/** Returns the sent fields as the form of the desk has them; what is left out stays as it is. */
export function toTypedEntry(sent: SentEntry, before: EntryFields = NOTHING) {
  const { name = before.name, state = before.state, population = before.population } = sent
  const text = sent.notes ?? sent.description ?? before.text
  return { name, state, population: population === null ? '' : String(population), text }
}

const TEXT_FIELD: Record<Kind, string> = { cities: 'notes', services: 'description' }

/** Returns the errors of the form of a city or a service as those of a request. */
export const toEntryErrors = (kind: Kind, errors: EntryErrors): FieldError[] =>
  Object.entries(errors).map(([name, message]) => ({
    field: name === 'text' ? TEXT_FIELD[kind] : name,
    message,
  }))

interface WaitingFile {
  readingId: string
  fileName: string
  toAdd: number
  present: { count: number; changed: number }
  refused: { first: { line: number; label: string; why: string }[] }
  isTooMany: boolean
}

/** Returns a file that waits as the API answers with it. */
export const toApiFile = ({ readingId, fileName, toAdd, present, refused, isTooMany }: WaitingFile) => ({
  readingId,
  fileName,
  toAdd,
  present: present.count,
  changed: present.changed,
  refused: refused.first.map(({ line, label, why }) => ({ line, name: label, reason: why })),
  isTooMany,
})
