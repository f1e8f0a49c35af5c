// The required properties of the schema.org types on our pages, by schema.org and by search engines.
const REQUIRED: Record<string, string[]> = {
  WebSite: ['url', 'name', 'publisher'],
  Organization: ['name'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  Person: ['name', 'url'],
  WebPage: ['url', 'isPartOf'],
  ProfilePage: ['url', 'isPartOf'],
  CollectionPage: ['url', 'name', 'mainEntity'],
  ItemList: ['itemListElement'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position'],
  Service: ['name', 'serviceType', 'description', 'provider', 'areaServed'],
  LocalBusiness: ['@id', 'name', 'image', 'address'],
  PostalAddress: ['streetAddress', 'addressLocality'],
  City: ['name', 'containedInPlace'],
  State: ['name'],
}

type Thing = Record<string, unknown>

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns all JSON-LD blocks of a page, parsed. Throws for a block that is no JSON. */
const readGraphs = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  )

/** Returns the faults in the JSON-LD of a page, as sentences. */
export function listGraphFaults(html: string): string[] {
  const graphs = readGraphs(html)
  if (graphs.length === 0) return ['There is no markup.']
  return graphs.flatMap((graph) =>
    isThing(graph) && graph['@context'] === 'https://schema.org'
      ? listFaults(graph['@graph'])
      : ['The context is not schema.org.'],
  )
}

function listFaults(value: unknown): string[] {
  if (Array.isArray(value)) return [...value.flatMap(listFaults), ...listOrderFaults(value)]
  if (!isThing(value)) return []
  const type = typeof value['@type'] === 'string' ? value['@type'] : undefined
  const inside = Object.values(value).flatMap(listFaults)
  if (type === undefined) return '@id' in value ? inside : [...inside, 'A thing has neither type nor id.']
  const required = REQUIRED[type]
  if (!required) return [...inside, `${type} is not a type that our pages have.`]
  const missing = required.filter((key) => value[key] === undefined || value[key] === '')
  return [...inside, ...missing.map((key) => `${type} has no ${key}.`), ...listUrlFaults(value)]
}

const listUrlFaults = (thing: Thing): string[] =>
  ['@id', 'url', 'image', 'item']
    .filter((key) => typeof thing[key] === 'string' && !URL.canParse(thing[key]))
    .map((key) => `${key} is no absolute address.`)

function listOrderFaults(items: unknown[]): string[] {
  const positions = items
    .filter(isThing)
    .flatMap((item) => (typeof item.position === 'number' ? [item.position] : []))
  return positions.every((position, place) => position === place + 1) ? [] : ['Positions are not 1, 2, 3.']
}
