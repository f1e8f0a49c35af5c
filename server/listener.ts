import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { findKeyFile } from '../app/features/local-seo/search-engines/queries.server.ts'
import { runWork } from '../app/platform/current-work.server.ts'
import { log } from '../app/platform/log.server.ts'
import { countRequests, metrics } from '../app/platform/metrics.server.ts'
import { toLoggedPath } from '../app/platform/web/logged-path.ts'
import type { OPERATOR_PATHS } from '../app/platform/web/own-segments.ts'
import { type RequestSite } from '../app/platform/web/request-context.server.ts'
import { readBearer, toNetwork } from '../app/shared/http.ts'
import { limitArrival, LONGEST_ARRIVAL_MS } from './arrival.ts'
import { preflightHeaders } from './headers.ts'
import { answerKnownHost, findSite, readHost } from './hosts.ts'
import { answerMetrics } from './metrics.ts'
import { answerPrivate, clientAddressOf, type RenderPrivate, isRead } from './private-pages.ts'
import { answerFromMemory, answerInDoubt, answerPublic, isSearch, type RenderPublic } from './public-pages.ts'
import { findReadiness } from './readiness.ts'
import { refuse } from './refusals.ts'
import { Overloaded, renderInLane, toLane, waitForRoom, withOwnTurn } from './render-lanes.ts'
import { endRequestSpan, startRequestSpan } from './request-span.ts'
import type { FoundRoute } from './routes.ts'
import { maySearch } from './search-limit.ts'
import { type Access, isForPrograms } from '../app/platform/web/route-facts.ts'

/** The parts of the server that depend on the build. */
export interface Handlers {
  /** Serves a built file if the path names one, and returns true; returns false otherwise. */
  assets: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  findRoute: (pathname: string) => FoundRoute
  renderPublic: RenderPublic
  renderPrivate: RenderPrivate
  /** True if the start has ended and no stop has begun. */
  isReady: () => boolean
  /** Fulfilled once the jobs are started: a write may enqueue one. */
  canWrite: Promise<unknown>
}

const logsHits = log.isLevelEnabled('debug') // checked once: there are tens of thousands of hits a second

/** Returns the listener for all requests: memory, health, files, cross-site check, public pages, private pages. */
export function createListener(handlers: Handlers): RequestListener {
  return (request, response) => {
    limitArrival(request)
    const site = findSite(request)
    if (site && isRead(request) && answerFromMemory(request, response, site)) {
      if (logsHits)
        log.debug({ id: randomUUIDv7(), host: request.headers.host, path: pathOf(request) }, 'request.hit')
      return
    }
    const id = randomUUIDv7()
    response.setHeader('x-request-id', id)
    const span = FOR_OPERATORS.has(pathOf(request)) ? undefined : startRequestSpan(request, { id, site })
    const work = { id, kind: 'request' as const, span, address: clientAddressOf(request) }
    void runWork(work, () => answerLogged(request, response, { site, handlers }))
  }
}

interface Visit {
  site: RequestSite | undefined
  handlers: Handlers
  /** The kind of the request, once it is known: the access of its route, or a file. */
  kind?: Access | 'file'
  /** The pattern of its route. */
  pattern?: string
}

async function answerLogged(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
  const startedAt = performance.now()
  try {
    await answer(request, response, visit)
  } catch (error) {
    log.error({ err: error }, 'request.broken')
    const id = String(response.getHeader('x-request-id'))
    if (!response.headersSent)
      sendText(response, 500, `Something went wrong on our side. Our log knows it as ${id}.`)
  }
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  count(response, visit.kind ?? 'other', ms / 1000)
  const path = toLoggedPath(pathOf(request))
  const { method, headers } = request
  log.info({ method, host: headers.host, path, status: response.statusCode, ms }, 'request')
  endRequestSpan(request, response, visit.pattern)
}

type AnswerOperator = (
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Handlers,
) => Promise<void> | void

/** The paths for operators and their programs, under any host. */
const FOR_OPERATORS = new Map<string, AnswerOperator>(
  Object.entries<AnswerOperator>({
    '/healthz': (_request, response) => sendText(response, 200, 'up'),
    '/readyz': answerReady,
    '/metrics': answerMetrics,
    '/known-host': answerKnownHost,
  } satisfies Record<(typeof OPERATOR_PATHS)[number], AnswerOperator>),
)

function count(response: ServerResponse, kind: string, seconds: number): void {
  countRequests({ kind, status: response.statusCode, cache: kind === 'public' ? 'miss' : 'none' })
  metrics.requestSeconds.observe({ kind }, seconds)
}

// Postgres cannot store the character 0.
const NOTHING_THERE = { status: 404, code: 'not_found', message: 'There is nothing at this address.' }

async function answer(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
  const { site, handlers } = visit
  const path = pathOf(request)
  const answerOperator = FOR_OPERATORS.get(path)
  if (answerOperator) return answerOperator(request, response, handlers)
  if (readHost(request) === undefined) return sendText(response, 400, 'The request must name one host.')
  if (!site) return sendText(response, 421, 'This host is not served here.')
  if (!path.startsWith('/')) return sendText(response, 400, 'The address must be a path.')
  if (path.includes('%00')) return refuse(response, handlers.findRoute(path).access, NOTHING_THERE)
  const keyFile = findKeyFile(path)
  if (keyFile !== undefined) return sendText(response, 200, keyFile)
  if (isRead(request) && (await handlers.assets(request, response))) {
    visit.kind = 'file'
    return
  }
  const route = handlers.findRoute(path)
  visit.kind = route.access
  visit.pattern = route.pattern
  return route.access === 'public'
    ? answerPublicPath(request, response, { site, handlers, route })
    : answerPrivatePath(request, response, { site, handlers, route })
}

const TOO_MANY_SEARCHES = {
  status: 429,
  code: 'too_many',
  message: 'That were very many searches. Please wait a minute.',
  headers: { 'retry-after': '60' },
}

type SiteVisit = Visit & { site: RequestSite }

function answerPublicPath(
  request: IncomingMessage,
  response: ServerResponse,
  { site, handlers, route }: SiteVisit & { route: FoundRoute },
) {
  if (site.landingAccountId && !route.isOnDomains) return redirectToMain(request, response, site)
  if (!isRead(request)) return sendText(response, 405, 'This address can only be read.')
  if (isSearch(pathOf(request)) && !maySearch(request)) return refuse(response, 'public', TOO_MANY_SEARCHES)
  return answerInLane(request, response, { site, handlers, route })
}

const OVERLOADED = {
  status: 503,
  code: 'overloaded',
  message: 'Very many pages are asked for right now. Please try again in a moment.',
  headers: { 'retry-after': '2' },
}

async function answerInLane(
  request: IncomingMessage,
  response: ServerResponse,
  { site, handlers, route }: SiteVisit & { route: FoundRoute },
): Promise<void> {
  const { isDocument, pattern } = route
  const lane = toLane(pattern, request.url ?? '/')
  const network = toNetwork(clientAddressOf(request))
  const render: RenderPublic = (visit) => renderInLane(lane, network, () => handlers.renderPublic(visit))
  try {
    await waitForRoom(lane, network)
    await withOwnTurn(network, () => answerPublic(request, response, { site, isDocument, pattern, render }))
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error
    if (!answerInDoubt(request, response, site)) await refuse(response, 'public', OVERLOADED)
  }
}

async function answerPrivatePath(
  request: IncomingMessage,
  response: ServerResponse,
  { site, handlers, route }: SiteVisit & { route: FoundRoute },
) {
  const { access } = route
  if (!site.isMain) return redirectToMain(request, response, site)
  if (isForPrograms(access) && request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders).end()
    return
  }
  if (!isRead(request) && !ignoresCookies(request, access) && !isSameSite(request, site)) {
    return refuse(response, access, CROSS_SITE)
  }
  await handlers.canWrite
  return answerPrivate(request, response, { site, route, render: handlers.renderPrivate })
}

const CROSS_SITE = { status: 403, code: 'cross_site', message: 'This request came from another site.' }

// If the guard reads no cookies, a page of another site cannot abuse them: it has to send a token.
const ignoresCookies = (request: IncomingMessage, access: Access) =>
  access === 'api' || (access === 'function' && readBearer(request.headers.authorization) !== undefined)

const pathOf = (request: IncomingMessage) => (request.url ?? '/').split('?', 1)[0] ?? '/'

// This process polls the invalidations of stale pages every second. So it knows the state of the database without a
// query.
async function answerReady(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Handlers,
): Promise<void> {
  const [status, text] = await findReadiness(request.url ?? '', handlers.isReady())
  sendText(response, status, text)
}

/**
 * Returns false for a request that a page of another site made in a visitor's browser. Current browsers always name
 * where a request comes from. A request without these headers is from a program, which has no cookies of a visitor.
 */
function isSameSite(request: IncomingMessage, site: RequestSite): boolean {
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === 'same-origin' || fetchSite === 'none') return true
  const origin = request.headers.origin
  if (origin === undefined) return fetchSite === undefined
  if (origin === site.origin) return true
  const { protocol } = new URL(site.origin)
  return origin === `${protocol}//${request.headers.host}`
}

// Only the main site has the desk and the sign-in. On other hosts their paths redirect there; on an account's own
// domain, the paths of the blog do so too.
function redirectToMain(request: IncomingMessage, response: ServerResponse, site: RequestSite): void {
  if (!isRead(request)) return sendText(response, 404, 'Not found.')
  response
    .writeHead(302, { location: site.mainOrigin + (request.url ?? '/'), 'cache-control': 'no-store' })
    .end()
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  })
  response.end(`${text}\n`)
}

/** The options of the HTTP server: time limits in milliseconds, and size limits. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: LONGEST_ARRIVAL_MS, // most requests have 30 s (limitArrival)
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000, // the interval at which headersTimeout and requestTimeout are checked
  maxHeaderSize: 16_384,
  joinDuplicateHeaders: true, // two Host headers become an invalid one; otherwise Node would take the first
}
