import { OWN_SEGMENTS } from '../../../platform/web/own-segments.ts'
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { toHash } from '../../../shared/hash.ts'
import type { PageRange } from '../../../shared/page-list.ts'
import type { Business } from './catalogue.ts'
import type { PageScore } from './score.ts'
import type { Refusal } from '../../../shared/refusal.ts'

/** The states of a page below the gate. */
export const BELOW_GATE = ['unpublished', 'noindex'] as const

/** A published landing page (spec §3). */
export interface LandingPage {
  id: string
  /** Its path, without the first slash. */
  slug: string
  metaTitle: string
  metaDescription: string
  canonicalUrl: string | null
  /** JSON-LD as it was stored. It is not trusted. */
  schemaMarkup: unknown
  /** HTML as it was stored. It may be unsafe. */
  content: string
  /** True if the page asks search engines not to index it. */
  isNoindex: boolean
}

/** The contact of a page's business. A part without a setting is ''. */
export type Contact = Pick<Business, 'name' | 'phone' | 'address' | 'city' | 'state' | 'zip'> & {
  hours: string
  area: string
}

/** The contact of an account without settings. */
export const NO_CONTACT: Contact = {
  name: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  hours: '',
  area: '',
}

/** Returns the path of a page, percent-encoded. */
export const landingPagePath = ({ slug }: { slug: string }) =>
  PLAIN.test(slug) ? `/${slug}` : `/${slug.split('/').map(encodeURIComponent).join('/')}`

const PLAIN = /^[a-z0-9-]*$/ // our own slugs need no encoding: a run writes millions of paths

/** Returns true if a site shows landing pages. */
export const showsPages = (site: { isMain: boolean; landingAccountId?: string }): boolean =>
  site.isMain || site.landingAccountId !== undefined

/** Returns the canonical URL of a page: the one in its row, or its own on `origin`. */
export const canonicalOf = (origin: string, page: { slug: string; canonicalUrl: string | null }): string =>
  toAbsoluteUrl(page.canonicalUrl, origin) ?? origin + landingPagePath(page)

/** Returns the cache tag of a landing page. */
export const landingPageTag = (page: { id: string }) => `landing-page:${page.id}`

/** The kind of its runs. */
export const GENERATION_RUN = 'landing-pages'

/** The path of the list of landing pages. */
export const PAGES_PATH = '/seo-dashboard/pages'
/** The path of the screen that edits the template. */
export const TEMPLATE_PATH = `${PAGES_PATH}/template`

/** The most pages of an account. */
export const MOST_PAGES = 200_000

/** The reason why a run is not started; `waitS` is the time in seconds until the next one. */
export type StartRefusal =
  | Refusal<'running' | 'nothing' | 'too-many'>
  | Refusal<'too-often', { waitS: number }>

/** The options of a run. With `regenerateAll` it makes all pages that changed, without it only new ones. */
export interface GenerationInput {
  regenerateAll: boolean
  /** True if a language model writes a paragraph for each page that has none yet. */
  usesModel?: boolean
}

/** The number of pages that a run has made, by state. */
export interface GenerationTally {
  /** Pages that were checked: one for each service in each city. */
  generated: number
  published: number
  noindex: number
  unpublished: number
  /** The number of them that were new or different. */
  changed: number
  retired: number
  /** The number of paragraphs that a model wrote, and the reason if it stopped early. */
  written?: number | undefined
  halted?: 'spent' | 'failed' | undefined
}

/** The states of a page. */
export const PAGE_STATES = ['published', 'noindex', 'unpublished', 'retired'] as const
/** The state of a page. */
export type PageState = (typeof PAGE_STATES)[number]

/** The number of bands of scores. */
export const BANDS = 10
/** The number of points of a band. */
export const BAND_WIDTH = 10

/** A filter of the list of pages, and the page of the result that is shown. */
export interface PageFilter {
  state: PageState | undefined
  /** The index of a band of scores. */
  band: number | undefined
  /** A part of the title or the slug. */
  query: string
  page: number
}

/** A row of the list of pages. */
export interface ListedPage {
  id: string
  slug: string
  metaTitle: string
  state: PageState
  score: number | null
  parts: PageScore | undefined
  /** Null, like the name, if the city is deleted. */
  cityId: string | null
  cityName: string | null
}

/** The data of the screen of landing pages. */
export interface PagesScreen {
  counts: Record<PageState, number>
  /** The number of pages with a score of each band. */
  bands: number[]
  listed: PageRange & { rows: ListedPage[]; total: number }
}

/** Returns the slug of a service in a city, which another page may have already. */
export const toBaseSlug = (service: { slug: string }, city: { slug: string }) =>
  `${service.slug}-${city.slug}`

// Segments with other characters are no slugs.
const OWN_WORDS = [...OWN_SEGMENTS].filter((segment) => /^[a-z0-9-]+$/.test(segment))

/** A pattern of the slugs that no page may have: the product's own paths, and those that attackers try (spec §2). */
export const RESERVED = `^((feed|sitemap|robots|llms|wp)(-.*)?|(${OWN_WORDS.join('|')}|api|login|signin|signup|admin)(/.*)?|__manifest|.*\\.(data|txt|xml|json|php))$`

const RESERVED_SLUG = new RegExp(RESERVED)

const isReserved = (slug: string) => RESERVED_SLUG.test(slug)

const NUMBERS = 8

/** Lists slugs for a page whose own is taken or reserved: with the name of the business, with a number, with a hash. */
export function listOtherSlugs(
  base: string,
  { businessSlug, key }: { businessSlug: string; key: string },
): string[] {
  const free = isReserved(base) ? `page-${base}` : base
  return [
    ...(isReserved(base) ? [free] : []),
    ...(businessSlug ? [`${free}-${businessSlug}`] : []),
    ...Array.from({ length: NUMBERS }, (_, place) => `${free}-${place + 2}`),
    `${free}-${toHash(key).toString(36)}`,
  ]
}

/** A thing of schema.org. */
type Thing = { '@type': string } & Record<string, unknown>

const MAX_DEPTH = 6
const TYPE = /^[A-Z][A-Za-z]{1,40}$/
const KEYS = new Set([
  '@type',
  '@id',
  'name',
  'description',
  'url',
  'image',
  'logo',
  'sameAs',
  'telephone',
  'priceRange',
  'address',
  'streetAddress',
  'addressLocality',
  'addressRegion',
  'postalCode',
  'addressCountry',
  'geo',
  'latitude',
  'longitude',
  'openingHours',
  'areaServed',
  'containedInPlace',
  'provider',
  'serviceType',
  'itemListElement',
  'position',
  'item',
  'mainEntity',
  'acceptedAnswer',
  'text',
  'isPartOf',
  'breadcrumb',
  'publisher',
])

/** Returns a stored markup in which URLs of the main site become URLs of `home`, the origin of its page. */
export const toHomeMarkup = (schemaMarkup: unknown, mainOrigin: string, home: string): unknown =>
  JSON.parse(JSON.stringify(schemaMarkup ?? null).replaceAll(`"${mainOrigin}/`, `"${home}/`))

/**
 * Returns the well-formed things of a stored markup, with only the properties that landing pages use. URLs that run
 * scripts are left out.
 */
export function toThings(schemaMarkup: unknown): Thing[] {
  const cleaned = clean(schemaMarkup, MAX_DEPTH + 1) // a graph is one level deeper than its things
  const graph = isObject(schemaMarkup) && clean(schemaMarkup['@graph'], MAX_DEPTH)
  return [cleaned, graph].flat().filter(isThing)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isThing = (value: unknown): value is Thing =>
  isObject(value) && typeof value['@type'] === 'string' && TYPE.test(value['@type'])

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return isHarmless(value) ? value : undefined
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) return value.map((item) => clean(item, depth - 1)).filter(isPresent)
  if (!isObject(value)) return undefined
  const kept = Object.entries(value)
    .filter(([key]) => KEYS.has(key))
    .map(([key, item]) => [key, clean(item, depth - 1)] as const)
  return Object.fromEntries(kept.filter(([, item]) => isPresent(item)))
}

const isPresent = (value: unknown) => value !== undefined

const SCRIPT = /^[\s\p{Cc}]*(javascript|data|vbscript|blob):/iu

const isHarmless = (text: string) => !SCRIPT.test(text)
