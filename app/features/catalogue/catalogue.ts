import transliterate from '@sindresorhus/transliterate'
import { toHash } from '../../shared/hash.ts'

/** The two lists that landing pages are made from, each a table. */
export const KINDS = ['cities', 'services'] as const
export type Kind = (typeof KINDS)[number]

interface KindFacts {
  path: string
  noun: string
  /** How many an account can have. */
  limit: number
  /** Whether an entry lies in a state and has a population. */
  isPlace: boolean
  /** What its longer text is called, and how many characters it can have. */
  textLabel: string
  textLimit: number
}

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

export const NAME_LIMIT = 120
export const STATE_LIMIT = 60
export const POPULATION_LIMIT = 1_000_000_000

/** What somebody enters of a city or a service. A service has no state and no population. */
export interface EntryFields {
  name: string
  state: string
  population: number | null
  /** A city's notes or a service's description, in Markdown. */
  text: string
}

export interface Entry extends EntryFields {
  id: string
  slug: string
}

export interface EntryFilter {
  /** Words that all stand in its name or state. */
  query: string
  page: number
}

export interface EntryList {
  entries: Entry[]
  /** How many there are with this filter, and without. */
  found: number
  total: number
  page: number
  pageCount: number
}

/** Which entries: these, or all that a filter finds, and as how many of them somebody said yes to. */
export type Choice = { ids: string[] } | { query: string; agreed?: number }

/** What is to be deleted once somebody says yes. */
export interface Asked {
  choice: Choice
  count: number
  /** Of the first few. */
  labels: string[]
}

export interface Deleted {
  count: number
  /** Of the first few. */
  labels: string[]
}

/** Why an entry is not written; `by` is the one that has the slug already, `found` how many there are by now. */
export type EntryRefusal =
  | { reason: 'too-many' | 'gone' }
  | { reason: 'taken'; slug: string; by: string }
  | { reason: 'changed'; found: number }

/** The list that a path belongs to. */
export const kindAt = (pattern: string): Kind => (pattern.includes('manage-services') ? 'services' : 'cities')

/** What an entry is called where its list is not in sight. */
export const toLabel = ({ name, state }: Pick<EntryFields, 'name' | 'state'>) =>
  [name, state].filter((part) => part !== '').join(', ')

/** `3 cities`, `1 service`. */
export const toCount = (kind: Kind, count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? CATALOGUE[kind].noun : kind}`

/** The address of a list with a filter. */
export const toListPath = (kind: Kind, query: string, extra: Record<string, string> = {}) => {
  const search = new URLSearchParams({ ...(query && { q: query }), ...extra }).toString()
  return search === '' ? CATALOGUE[kind].path : `${CATALOGUE[kind].path}?${search}`
}

/** The slug of a city, which is of its name and state, or of a service (spec §5). */
export const toEntrySlug = (kind: Kind, { name, state }: Pick<EntryFields, 'name' | 'state'>) =>
  kind === 'cities'
    ? `${toSlugPart(name, 'city')}-${toSlugPart(state, 'state')}`
    : toSlugPart(name, 'service')

// Letters outside a-z are alphanumerics too: they are transliterated. A name of which nothing is left, such as 京都,
// gets letters of its own that are the same each time, so that the same city twice is still found out.
function toSlugPart(text: string, noun: string): string {
  const latin = transliterate(text.normalize('NFC'))
  const part = latin
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return part || `${noun}-${toHash(text.normalize('NFC').toLowerCase()).toString(36)}`
}

/** How often an account may delete, put back or import many at once. */
export const limitChanges = ({ id }: { id: string }) => [
  { name: 'catalogue-changes', of: id, most: 120, windowS: 3600 },
]

/** How often an account may have a file read. */
export const limitImports = ({ id }: { id: string }) => [
  { name: 'catalogue-import', of: id, most: 60, windowS: 3600 },
]
