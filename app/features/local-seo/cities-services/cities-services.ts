import { type FoundRows, toListUrl } from '../../../shared/page-list.ts'
import { countOf, readFormText } from '../../../shared/text.ts'
import { validate as isUuid } from 'uuid'
import transliterate from '@sindresorhus/transliterate'
import { toAscii } from '../../../shared/ascii.ts'
import { toHash } from '../../../shared/hash.ts'
import type { Refusal } from '../../../shared/refusal.ts'

/** The two lists that landing pages are made from. Each is a table of this name. */
const KINDS = ['cities', 'services'] as const
/** One of the two lists. */
export type Kind = (typeof KINDS)[number]

interface KindFacts {
  path: string
  noun: string
  /** The most entries of an account. */
  limit: number
  /** True if an entry lies in a state and has a population. */
  isPlace: boolean
  /** The label of the long text, and the most characters that it can have. */
  textLabel: string
  textLimit: number
}

/** The facts about each list. */
export const CATALOGUE: Record<Kind, KindFacts> = {
  cities: {
    path: '/manage-cities',
    noun: 'city',
    limit: 25_000,
    isPlace: true,
    textLabel: 'Notes',
    textLimit: 5000,
  },
  services: {
    path: '/manage-services',
    noun: 'service',
    limit: 500,
    isPlace: false,
    textLabel: 'Description',
    textLimit: 2000,
  },
}

/** The longest name of a city or a service, in characters. */
export const NAME_LIMIT = 120
/** The longest name of a state, in characters. */
export const STATE_LIMIT = 60
/** The largest population of a city. */
export const POPULATION_LIMIT = 1_000_000_000

/** The fields of a city or a service. A service has the state '' and no population. */
export interface EntryFields {
  name: string
  state: string
  population: number | null
  /** A city's notes or a service's description, in Markdown. */
  text: string
}

/** A stored city or service. */
export interface Entry extends EntryFields {
  id: string
  slug: string
}

/** A filter of a list, and the page of the result that is shown. */
export interface EntryFilter {
  /** Words that name and state must contain. */
  query: string
  page: number
}

/** One page of a list. */
export type EntryList = FoundRows<Entry>

/** The chosen entries: some ids, or all that a filter finds. `agreed` is the number that the operator has confirmed. */
export type Choice = { ids: string[] } | { query: string; agreed?: number }

const MAX_IDS = 200

/** Returns the entries whose deletion a URL asks about; undefined if it asks about none. */
export function parseChoice(search: URLSearchParams, query: string): Choice | undefined {
  const ask = search.get('ask')
  if (ask === 'delete-all') return { query }
  return ask === 'delete' ? { ids: search.getAll('id').filter(isUuid).slice(0, MAX_IDS) } : undefined
}

/** Returns the entries whose deletion a form confirms. */
export const parseConfirmed = (form: FormData, query: string): Choice =>
  form.has('all')
    ? { query, agreed: Number(readFormText(form, 'all')) }
    : { ids: readFormText(form, 'ids').split(' ').filter(isUuid) }

/** The entries that are deleted once the operator confirms it. */
export interface Asked {
  choice: Choice
  count: number
  /** The names of the first 5. */
  labels: string[]
}

/** The entries that were deleted last and can be restored. */
export interface Deleted {
  count: number
  /** The names of the first 5. */
  labels: string[]
}

/**
 * The reason why no entry was written. `by` is the entry that has the slug already; `found` is the present number of
 * entries.
 */
export type EntryRefusal =
  | Refusal<'too-many' | 'gone'>
  | Refusal<'taken', { slug: string; by: string }>
  | Refusal<'changed', { found: number }>
  | TooOften

/** Too many changes of an account in an hour; `waitS` is the time until the next may be tried, in seconds. */
export type TooOften = Refusal<'too-often', { waitS: number }>

/** The reason why a file is not read: the line that is no CSV, or the column that it lacks, with the found headings. */
export type FileRefusal =
  | Refusal<'empty' | 'too-large' | 'not-utf8' | 'too-many-lines' | 'no-entries' | 'one-at-a-time'>
  | Refusal<'broken-csv', { line: number }>
  | Refusal<'no-column', { column: 'name' | 'state'; found: string[] }>
  | TooOften

/** The reason why a file that waits is not imported. */
export type ImportRefusal = Refusal<'not-pending' | 'too-many'> | TooOften

/** Returns the list that a path or a route pattern belongs to. */
export const kindAt = (pattern: string): Kind => (pattern.includes('manage-services') ? 'services' : 'cities')

/** Returns the name of an entry, with its state: `Akron, Ohio`. */
export const toLabel = ({ name, state }: Pick<EntryFields, 'name' | 'state'>) =>
  [name, state].filter((part) => part !== '').join(', ')

/** Returns a count with its noun: `3 cities`, `1 service`. */
export const toCount = (kind: Kind, count: number) => countOf(count, CATALOGUE[kind].noun, kind)

/** Returns the URL of a list with a filter and further query parameters. */
export const toListPath = (kind: Kind, q: string, extra: Record<string, string> = {}) =>
  toListUrl(CATALOGUE[kind].path, { q, ...extra })

/**
 * Returns the slug of a service or a city (spec §5). That of a city is made from its name and its state. For the
 * server.
 */
export const toEntrySlug = (kind: Kind, { name, state }: Pick<EntryFields, 'name' | 'state'>) =>
  kind === 'cities'
    ? `${toSlugPart(name, 'city')}-${toSlugPart(state, 'state')}`
    : toSlugPart(name, 'service')

// Letters outside a-z are transliterated. A name without any letter, such as !!!, gets a hash of the name instead. So
// the same city twice still has the same slug.
function toSlugPart(text: string, noun: string): string {
  const name = text.normalize('NFC')
  const part = slugRule(transliterate(name)) || slugRule(toAscii(name))
  return part || `${noun}-${toHash(name.toLowerCase()).toString(36)}`
}

const slugRule = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
