import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { toHash } from '../../shared/hash.ts'
import type { PageScore } from './score.ts'

/** A published local page, as it is shown (spec §3). */
export interface LandingPage {
  id: string
  /** Its path, without the first slash. */
  slug: string
  metaTitle: string
  metaDescription: string
  canonicalUrl: string | null
  /** JSON-LD as it was stored, by whomever. */
  schemaMarkup: unknown
  /** HTML as it was stored. */
  content: string
  /** Whether search engines are asked to pass it by. */
  isNoindex: boolean
}

/** How readers reach whoever offers what a page is about; '' for what the account's settings do not say. */
export interface Contact {
  name: string
  phone: string
  address: string
  city: string
  state: string
  zip: string
}

export const landingPagePath = ({ slug }: { slug: string }) =>
  PLAIN.test(slug) ? `/${slug}` : `/${slug.split('/').map(encodeURIComponent).join('/')}`

const PLAIN = /^[a-z0-9-]*$/ // those that we make, and a run writes millions of them

/** Whether landing pages are shown on a site at all. */
export const showsPages = (site: { isMain: boolean; landingAccountId?: string }): boolean =>
  site.isMain || site.landingAccountId !== undefined

/** The address that search engines should show for a page: its own on the main site, unless its row names another. */
export const canonicalOf = (origin: string, page: { slug: string; canonicalUrl: string | null }): string =>
  toAbsoluteUrl(page.canonicalUrl, origin) ?? origin + landingPagePath(page)

/** Names what the cached pages of a landing page were made from. */
export const landingPageTag = (page: { id: string }) => `landing-page:${page.id}`

/** Stands for all landing pages of an account, and for the lists of all accounts' pages. */
export const accountPagesTag = (accountId: string) => `landing-pages:${accountId}`
export const PAGE_LIST_TAG = 'landing-pages'

/** The kind of its runs. */
export const GENERATION_RUN = 'landing-pages'

export const PAGES_PATH = '/seo-dashboard/pages'
export const TEMPLATE_PATH = `${PAGES_PATH}/template`

/** So many pages an account may have. */
export const MOST_PAGES = 200_000

/** What a run is asked to do: everything that changed, or new pages alone. */
export interface GenerationInput {
  regenerateAll: boolean
  /** Whether a language model writes a paragraph for each page that has none yet. */
  usesModel?: boolean
}

/** What a run did with pages so far. */
export interface GenerationTally {
  /** Pages that were looked at: each pair of a service and a city. */
  generated: number
  published: number
  noindex: number
  unpublished: number
  /** Of them, those that were new or different. */
  changed: number
  retired: number
  /** Paragraphs that a model wrote for them, and what kept it from writing the rest. */
  written?: number | undefined
  halted?: 'spent' | 'failed' | undefined
}

export const PAGE_STATES = ['published', 'noindex', 'unpublished', 'retired'] as const
export type PageState = (typeof PAGE_STATES)[number]

/** Scores are counted in so many bands, each of ten points. */
export const BANDS = 10
export const BAND_WIDTH = 10

/** Which pages are looked at. */
export interface PageFilter {
  state: PageState | undefined
  /** Place among the bands of scores. */
  band: number | undefined
  /** Part of a title or an address. */
  query: string
  page: number
}

/** A page as the list shows it. */
export interface ListedPage {
  id: string
  slug: string
  metaTitle: string
  state: PageState
  score: number | null
  parts: PageScore | undefined
  /** Both are null for a page whose city is gone. */
  cityId: string | null
  cityName: string | null
}

/** What the screen shows. */
export interface PagesScreen {
  counts: Record<PageState, number>
  /** How many pages have a score of each band. */
  bands: number[]
  listed: { rows: ListedPage[]; total: number; page: number; pageCount: number }
}

/** The address of a service in a city, unless somebody else has it. */
export const toBaseSlug = (service: { slug: string }, city: { slug: string }) =>
  `${service.slug}-${city.slug}`

/** What no page may be called: what is at an address of our own, and where others look for holes (spec §2). */
export const RESERVED =
  '^((feed|sitemap|robots|llms|wp)(-.*)?|(article|category|author|search|covers|uploads|sitemaps|auth|functions|publisher|articles|backlink-fixer|manage-sites|manage-cities|manage-services|seo-dashboard|seo-settings|account|assets|api|login|signin|signup|admin)(/.*)?|__manifest|.*\\.(data|txt|xml|json|php))$'

const RESERVED_SLUG = new RegExp(RESERVED)

export const isReserved = (slug: string) => RESERVED_SLUG.test(slug)

const NUMBERS = 8

/** Addresses to try for a page whose own is taken or reserved, in order: with the business, numbered, then one of its own. */
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
  '@type', '@id', 'name', 'description', 'url', 'image', 'logo', 'sameAs', 'telephone', 'priceRange', 'address',
  'streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry', 'geo', 'latitude', 'longitude',
  'openingHours', 'areaServed', 'containedInPlace', 'provider', 'serviceType', 'itemListElement', 'position', 'item',
  'mainEntity', 'acceptedAnswer', 'text', 'isPartOf', 'breadcrumb', 'publisher',
]) // prettier-ignore

/** A stored markup, whose addresses are those of the main site, as it stands where its page is at home. */
export const toHomeMarkup = (schemaMarkup: unknown, mainOrigin: string, home: string): unknown =>
  JSON.parse(JSON.stringify(schemaMarkup ?? null).replaceAll(`"${mainOrigin}/`, `"${home}/`))

/**
 * The things of a stored markup that are well-formed: properties that local pages use, addresses that lead to the
 * web. Whatever else it says is left out.
 */
export function toThings(schemaMarkup: unknown): Thing[] {
  const cleaned = clean(schemaMarkup, MAX_DEPTH + 1) // a graph of things is one deeper than they are
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
