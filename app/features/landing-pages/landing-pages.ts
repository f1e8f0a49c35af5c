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
}

export const landingPagePath = ({ slug }: { slug: string }) =>
  `/${slug.split('/').map(encodeURIComponent).join('/')}`

/** Names what the cached pages of a landing page were made from. */
export const landingPageTag = (page: { id: string }) => `landing-page:${page.id}`

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
