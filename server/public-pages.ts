import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Page, PageCache, type StoredPage } from '../app/platform/page-cache.server.ts'
import { PAGE_TAGS_HEADER, type RequestSite } from '../app/platform/request-context.server.ts'
import { chooseEncoding, matchesEtag } from '../app/shared/http.ts'
import { parsePage } from '../app/shared/page-list.ts'
import { pageTag } from '../app/features/articles/articles.ts'
import { crossOriginHeaders, pictureHeaders, publicCacheControl, publicHeaders } from './headers.ts'

const MEMORY_BYTES = 256 * 1024 * 1024
const KEPT_STATUSES = new Set([200, 301])
const ENCODINGS_REMEMBERED = 500

export const pages = new PageCache({ maxBytes: MEMORY_BYTES })

export interface PublicVisit {
  site: RequestSite
  /** The whole address, as the site names it. */
  url: string
  /** Whether a screen answers rather than a file. */
  isDocument: boolean
}

export interface PublicAnswer {
  status: number
  headers: Headers
  body: Buffer
}

/** Renders a public page from its address alone: no header and no cookie of the visitor takes part. */
export type RenderPublic = (visit: PublicVisit) => Promise<PublicAnswer>

/** Answers from memory if the page is there in the wanted encoding; tells whether it did. The fastest path there is. */
export function answerFromMemory(
  request: IncomingMessage,
  response: ServerResponse,
  site: RequestSite,
): boolean {
  const page = pages.find(toKey(site, request.url ?? '/'))
  if (!page) return false
  send({ request, response, page, cache: 'hit' })
  return true
}

/** Answers with a public page, rendering it first unless somebody else is doing so already. */
export async function answerPublic(
  request: IncomingMessage,
  response: ServerResponse,
  { site, isDocument, render }: Omit<PublicVisit, 'url'> & { render: RenderPublic },
): Promise<void> {
  const key = toKey(site, request.url ?? '/')
  const url = site.origin + key.slice(site.id.length)
  const page = await pages.loadPage(key, async () => toPage(site, await render({ site, url, isDocument })))
  send({ request, response, page, cache: 'miss' })
}

const SEARCHES = new Set(['/search', '/search.json'])

/** Whether what is asked for is looked up anew each time. */
export const isSearch = (path: string) => SEARCHES.has(path)

/** Identifies a page: site, path and page number, or what is searched for. Whatever else a query says is not looked at. */
function toKey(site: RequestSite, url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return site.id + url
  const path = url.slice(0, query)
  const parameters = new URLSearchParams(url.slice(query))
  if (isSearch(path)) return `${site.id}${path}?q=${encodeURIComponent(parameters.get('q') ?? '')}`
  const page = parsePage(parameters.get('page'))
  return site.id + path + (page > 1 ? `?page=${page}` : '')
}

const PASSED_ON = new Set(['location', 'last-modified', 'link', 'cache-control', 'retry-after'])

function toPage(site: RequestSite, answer: PublicAnswer): Page {
  const tags = (answer.headers.get(PAGE_TAGS_HEADER) ?? '').split(',').filter(Boolean)
  const type = answer.headers.get('content-type') ?? 'text/html; charset=utf-8'
  return {
    status: answer.status,
    isKept: KEPT_STATUSES.has(answer.status) && tags.length > 0,
    tags: [...tags.map(decodeURIComponent), pageTag.site(site.id)],
    headers: {
      'content-type': type,
      'cache-control': publicCacheControl(answer.status),
      ...(tags.length > 0 && { [PAGE_TAGS_HEADER.toLowerCase()]: tags.join(',') }),
      ...Object.fromEntries([...answer.headers].filter(([name]) => PASSED_ON.has(name))),
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
  cache: 'hit' | 'miss'
}

const HIT = ['x-cache', 'hit']
const MISS = ['x-cache', 'miss']

function send({ request, response, page, cache }: Sending): void {
  const copy = page.copy(readEncoding(request))
  const mark = cache === 'hit' ? HIT : MISS
  const wanted = request.headers['if-none-match']
  if (wanted !== undefined && page.status === 200 && matchesEtag(wanted, copy.etag)) {
    response.writeHead(304, copy.headNotModified.concat(mark)).end()
    return
  }
  response.writeHead(page.status, copy.head.concat(mark))
  response.end(request.method === 'HEAD' ? undefined : copy.body)
}

const encodings = new Map<string, ReturnType<typeof chooseEncoding>>()

// Browsers send a handful of different values: reading each once saves the parsing on every hit.
function readEncoding(request: IncomingMessage): ReturnType<typeof chooseEncoding> {
  const header = request.headers['accept-encoding'] ?? ''
  const known = encodings.get(header)
  if (known) return known
  const chosen = chooseEncoding(header)
  if (encodings.size < ENCODINGS_REMEMBERED) encodings.set(header, chosen)
  return chosen
}
