import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Page, PageCache, type StoredPage } from '../app/platform/web/page-cache.server.ts'
import { isStoreSilent, readFreshAt } from '../app/platform/web/page-invalidation.server.ts'
import { PAGE_TAGS_HEADER, type RequestSite, RETRY_SOON } from '../app/platform/web/request-context.server.ts'
import { chooseEncoding, isUnmodified, matchesEtag } from '../app/shared/http.ts'
import { parsePage, toPageUrl } from '../app/shared/page-list.ts'
import { pageTag } from '../app/features/articles/articles.ts'
import { crossOriginHeaders, pictureHeaders, publicCacheControl, publicHeaders } from './headers.ts'
import { isOldAddress, isOwnAddress } from './own-addresses.ts'
import { rememberLatest } from './remember-latest.ts'

const MEMORY_BYTES = 256 * 1024 * 1024

/** The public pages in the memory of this process. */
export const pages = new PageCache({ maxBytes: MEMORY_BYTES })

interface PublicVisit {
  site: RequestSite
  /** The whole URL, with the origin of the site. */
  url: string
  /** True if the route is a page, not a file. */
  isDocument: boolean
}

/** A public visit before its URL is known, with the pattern of its route. */
type Asked = Omit<PublicVisit, 'url'> & { pattern: string }

/** A rendered public page. */
export interface PublicAnswer {
  status: number
  headers: Headers
  body: Buffer
}

/** Renders a public page from its URL alone, without headers and cookies of the visitor. */
export type RenderPublic = (visit: PublicVisit) => Promise<PublicAnswer>

/** Sends a page from memory and returns true; returns false if it is not in memory. The most frequent path. */
export function answerFromMemory(
  request: IncomingMessage,
  response: ServerResponse,
  site: RequestSite,
): boolean {
  const page = pages.find(toKey(site, request.url ?? '/'))
  if (!page) return false
  send({ request, response, page, cache: isStoreSilent() ? 'stale' : 'hit' })
  hits.set(response.statusCode, (hits.get(response.statusCode) ?? 0) + 1)
  return true
}

// A plain map: tens of thousands of hits a second are counted.
const hits = new Map<number, number>()

/** Returns the number of requests that memory has answered since the last call, by their status. */
export function takeHits(): [status: number, count: number][] {
  const taken = [...hits]
  hits.clear()
  return taken
}

/** Sends a public page. Renders it first, unless another request is rendering it already. */
export async function answerPublic(
  request: IncomingMessage,
  response: ServerResponse,
  { site, isDocument, pattern, render }: Asked & { render: RenderPublic },
): Promise<void> {
  const key = toKey(site, request.url ?? '/')
  const address = key.slice(site.id.length)
  const page = await pages.loadPage(key, async () => {
    const answer = await render({ site, url: site.origin + address, isDocument })
    return toPage(site, answer, mayKeep(answer.status, address, pattern))
  })
  if (page.status >= 500 && answerInDoubt(request, response, site)) return
  send({ request, response, page, cache: 'miss' })
}

/**
 * Sends a page that may be stale and returns true; returns false if there is none. After the store was away, every page in
 * memory is in doubt, and one that cannot be rendered now is better than none.
 */
export function answerInDoubt(
  request: IncomingMessage,
  response: ServerResponse,
  site: RequestSite,
): boolean {
  const page = pages.findDoubted(toKey(site, request.url ?? '/'))
  if (page) send({ request, response, page, cache: 'stale' })
  return page !== undefined
}

// Anybody can make up addresses that mean the same. Each would take the place of another page.
function mayKeep(status: number, address: string, pattern: string): boolean {
  if (status === 200) return isOwnAddress(address, pattern)
  return status === 301 && isOldAddress(address, pattern)
}

const SEARCHES = new Set(['/search', '/search.json'])

/** Returns true if a path is a search, whose results depend on the parameters `q` and `page`. */
export const isSearch = (path: string) => SEARCHES.has(path)

// WordPress' addresses of an article, by its number, and of a feed.
const OLD_QUERIES: [name: string, value: RegExp][] = [
  ['p', /^\d{1,20}$/],
  ['page_id', /^\d{1,20}$/],
  ['feed', /^(?:rss2?|rdf|atom|json)$/],
]

function findOldQuery(path: string, parameters: URLSearchParams): string | undefined {
  const found = path === '/' && OLD_QUERIES.find(([name, value]) => value.test(parameters.get(name) ?? ''))
  return found ? `?${found[0]}=${parameters.get(found[0])}` : undefined
}

/**
 * Returns the cache key of a page: site, path, and page number, search text or the query of an old address. The rest of the
 * query is ignored.
 */
function toKey(site: RequestSite, url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return site.id + url
  const path = url.slice(0, query)
  const parameters = new URLSearchParams(url.slice(query))
  const page = parsePage(parameters.get('page'))
  if (isSearch(path))
    return toPageUrl(`${site.id}${path}?q=${encodeURIComponent(parameters.get('q') ?? '')}`, page)
  const old = site.landingAccountId === undefined ? findOldQuery(path, parameters) : undefined
  return site.id + path + (old ?? (page > 1 ? `?page=${page}` : ''))
}

// A page that failed names the request that rendered it: others may have waited for it.
const FORWARDED_HEADERS = new Set([
  'location',
  'last-modified',
  'link',
  'cache-control',
  'retry-after',
  'x-request-id',
])

function toPage(site: RequestSite, answer: PublicAnswer, mayBeKept: boolean): Page {
  const tags = (answer.headers.get(PAGE_TAGS_HEADER) ?? '').split(',').filter(Boolean)
  const type = answer.headers.get('content-type') ?? 'text/html; charset=utf-8'
  return {
    status: answer.status,
    isKept: mayBeKept && tags.length > 0,
    tags: [...tags.map(decodeURIComponent), pageTag.site(site.id)],
    headers: {
      'content-type': type,
      'cache-control': publicCacheControl(answer.status),
      ...(tags.length > 0 && { [PAGE_TAGS_HEADER.toLowerCase()]: tags.join(',') }),
      ...(answer.status === 503 && RETRY_SOON),
      ...Object.fromEntries([...answer.headers].filter(([name]) => FORWARDED_HEADERS.has(name))),
      ...(type.includes('json') && crossOriginHeaders),
      ...publicHeaders,
      ...(type.startsWith('image/') && pictureHeaders),
    },
    body: answer.body,
  }
}

interface Sending {
  request: IncomingMessage
  response: ServerResponse
  page: StoredPage
  cache: 'hit' | 'miss' | 'stale'
}

function send({ request, response, page, cache }: Sending): void {
  const copy = page.copy(readEncoding(request.headers['accept-encoding'] ?? ''))
  if (page.status === 200 && isKnown(request, copy.etag, page.lastModified)) {
    response.writeHead(304, mark(copy.headNotModified, cache, page)).end()
    return
  }
  response.writeHead(page.status, mark(copy.head, cache, page))
  response.end(request.method === 'HEAD' ? undefined : copy.body)
}

// An ETag is the better proof: beside one, the date does not count (RFC 9110, 13.2.2).
function isKnown({ headers }: IncomingMessage, etag: string, lastModified: string | undefined): boolean {
  const wanted = headers['if-none-match']
  return wanted === undefined
    ? isUnmodified(headers['if-modified-since'], lastModified)
    : matchesEtag(wanted, etag)
}

// A page that may be older than the last write says the seconds since it was known to be fresh (RFC 9111, 5.1).
const mark = (head: string[], cache: Sending['cache'], { doubt }: StoredPage) => {
  if (cache === 'hit') return head
  const freshAt = doubt?.freshAt ?? readFreshAt()
  const age = cache === 'stale' ? ['age', String(Math.round((Date.now() - freshAt) / 1000))] : []
  return [...head.slice(0, -1), cache, ...age]
}

const readEncoding = rememberLatest(chooseEncoding)
