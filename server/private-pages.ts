import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { brotliCompressSync, constants } from 'node:zlib'
import { createRequest } from '@remix-run/node-fetch-server'
import { env } from '../app/platform/env.server.ts'
import { log } from '../app/platform/log.server.ts'
import { IMPORT_FILE_LIMIT } from '../app/features/moving-in/imports/imports.ts'
import { UPLOAD_LIMITS } from '../app/features/articles/pictures/pictures.ts'
import { type RequestSite, RETRY_SOON } from '../app/platform/web/request-context.server.ts'
import { hasDiskSpace, DISK_FULL } from '../app/platform/disk-space.server.ts'
import { chooseEncoding, readClientAddress } from '../app/shared/http.ts'
import { toProblem } from '../app/shared/problem.ts'
import { crossOriginHeaders, privateHeaders } from './headers.ts'
import { type Refusal, refuse } from './refusals.ts'
import type { FoundRoute } from './routes.ts'
import { isForPrograms, type RouteFacts } from '../app/platform/web/route-facts.ts'
import { allowLongArrival } from './arrival.ts'

const TEXT_LIMIT = { bytes: 1024 * 1024, text: '1 MB' }
const FILE_LIMIT = { bytes: UPLOAD_LIMITS.bytes, text: '10 MB' }
// The form around the files names each of them.
const LARGE_FILE_LIMIT = { ...IMPORT_FILE_LIMIT, bytes: IMPORT_FILE_LIMIT.bytes + 8 * 1024 * 1024 }
const JSON_LIMIT = { bytes: 64 * 1024, text: '64 kB' }
const SCREEN_METHODS = ['GET', 'HEAD', 'POST']
const PROGRAM_METHODS = [...SCREEN_METHODS, 'PUT', 'PATCH', 'DELETE']
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(;|$)/i
const NO_METHOD = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This address takes no requests of this kind.',
}
const NO_FORM: Refusal = { status: 400, code: 'not_a_form', message: 'The form cannot be read.' }
const DISK_FULL_REFUSAL: Refusal = {
  status: 507,
  code: 'no_room',
  message: DISK_FULL,
  headers: { 'retry-after': '60' },
}
const MIN_COMPRESSED_BYTES = 1024
const BROTLI_QUALITY = 4

const UNEXPECTED = {
  code: 'unexpected',
  message: 'Something went wrong on our side. It has been written down; please try again in a moment.',
}

/** Renders a page of the desk or of the sign-in from a visitor's request, with its headers and cookies. */
export type RenderPrivate = (
  request: Request,
  visit: { site: RequestSite; facts: RouteFacts; nonce: string; clientAddress: string },
) => Promise<Response>

/** Returns true if a request only reads. */
export const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Returns the IP address of the client, behind the trusted proxies. */
export const clientAddressOf = (request: IncomingMessage): string =>
  readClientAddress(
    request.socket.remoteAddress ?? '',
    request.headers['x-forwarded-for']?.toString(),
    env.TRUST_PROXY,
  )

/** Sends a private response: never cached, with a nonce for its scripts. */
export async function answerPrivate(
  request: IncomingMessage,
  response: ServerResponse,
  { site, route, render }: { site: RequestSite; route: FoundRoute; render: RenderPrivate },
): Promise<void> {
  const { access } = route
  if (isForPrograms(access)) setHeaders(response, crossOriginHeaders)
  const refusal = findRefusal(request, route) ?? ((await hasRoom(request)) ? undefined : DISK_FULL_REFUSAL)
  if (refusal)
    return refuse(response, access, { ...refusal, headers: { ...refusal.headers, connection: 'close' } })
  if (takesLargeFile(request, route)) allowLongArrival(request, response)
  const { protocol, host } = new URL(site.origin)
  const fetchRequest = createRequest(request, response, { protocol, host })
  const nonce = randomBytes(16).toString('base64')
  if (!(await canBeRead(fetchRequest, route))) return refuse(response, access, NO_FORM)
  const clientAddress = clientAddressOf(request)
  const answer = await render(asGet(fetchRequest), { site, facts: route, nonce, clientAddress })
  await send(request, response, { answer: isForPrograms(access) ? toProgramAnswer(answer) : answer, nonce })
}

// A stored body takes its size twice for a moment: in its table, and in the journal of the store.
const hasRoom = async (request: IncomingMessage) =>
  isRead(request) || hasDiskSpace(2 * Number(request.headers['content-length'] ?? 0))

// For HEAD the router would drop the body of the response without closing its source. `send` closes it.
const asGet = (request: Request) =>
  request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request

// The router itself refuses some requests, such as an unknown method. Programs get these responses as problems too.
function toProgramAnswer(answer: Response): Response {
  const { status } = answer
  if (status < 400 || answer.headers.get('content-type') === 'application/problem+json') return answer
  if (status >= 500) return toProblem(status, UNEXPECTED)
  return toProblem(405, NO_METHOD)
}

// Other forms on such a route are read into memory as a whole.
const takesLargeFile = (request: IncomingMessage, { access, takes }: FoundRoute) =>
  takes === 'large-file' && (isForPrograms(access) ? isFile(request) : isMultipart(request))

const isMultipart = ({ headers }: IncomingMessage) => /^multipart/i.test(headers['content-type'] ?? '')

function toLimit(request: IncomingMessage, route: FoundRoute) {
  const { access, takes } = route
  if (takes === 'files') return FILE_LIMIT
  if (takesLargeFile(request, route)) return LARGE_FILE_LIMIT
  return isForPrograms(access) && takes !== 'texts' ? JSON_LIMIT : TEXT_LIMIT
}

// A body of unknown length could be endless. Browsers always send the length.
function findRefusal(request: IncomingMessage, route: FoundRoute): Refusal | undefined {
  const { access } = route
  if (route.isStreamed && route.isData)
    return { status: 404, code: 'not_found', message: 'There is nothing at this address.' }
  const methods = isForPrograms(access) ? PROGRAM_METHODS : SCREEN_METHODS
  if (!methods.includes(request.method ?? '')) return { ...NO_METHOD, headers: { allow: methods.join(', ') } }
  if (request.headers['transfer-encoding'])
    return { status: 411, code: 'length_required', message: 'The request must say how long it is.' }
  const bytes = Number(request.headers['content-length'] ?? 0)
  const limit = toLimit(request, route)
  if (bytes > limit.bytes)
    return { status: 413, code: 'too_large', message: `The request is larger than ${limit.text}.` }
  return isForPrograms(access) ? findBodyRefusal(request, bytes, route) : findFormRefusal(request, route)
}

// No page of another site can send one of these types without asking first.
const FILE = /^(image\/[a-z+.-]+|application\/octet-stream) *(;|$)/i

const isFile = ({ headers }: IncomingMessage) => FILE.test(headers['content-type'] ?? '')

const findBodyRefusal = (
  request: IncomingMessage,
  bytes: number,
  { takes }: FoundRoute,
): Refusal | undefined =>
  bytes > 0 && !isJson(request) && !(takesFiles(takes) && isFile(request))
    ? { status: 415, code: 'not_json', message: 'The request must be JSON (application/json).' }
    : undefined

const takesFiles = (takes: FoundRoute['takes']) => takes === 'files' || takes === 'large-file'

const findFormRefusal = (request: IncomingMessage, { takes }: FoundRoute): Refusal | undefined =>
  request.method === 'POST' && !takesFiles(takes) && !FORM.test(request.headers['content-type'] ?? '')
    ? { status: 415, code: 'not_a_form', message: 'The request must be a form, as a browser sends it.' }
    : undefined

// A multipart form may be malformed. The router would answer with an error of the server.
async function canBeRead(request: Request, { takes }: FoundRoute): Promise<boolean> {
  if (takesFiles(takes) || !/^multipart/i.test(request.headers.get('content-type') ?? '')) return true
  return request
    .clone()
    .formData()
    .then(
      () => true,
      () => false,
    )
}

// A form on a page of another site cannot have this content type.
const isJson = (request: IncomingMessage) =>
  /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')

const EVENTS = 'text/event-stream'
const STREAMED = new Set([EVENTS, 'application/zip'])

const eventStreams = new Set<ServerResponse>()

/** Ends the streams of events, so that the process can stop. Their clients connect again. */
export function endStreams(): void {
  for (const response of eventStreams) response.end()
}

// Streams are not compressed: compression would delay events, and hold a whole archive in memory.
async function sendStream(response: ServerResponse, { body, headers }: Response): Promise<void> {
  response.flushHeaders()
  if (headers.get('content-type') === EVENTS) eventStreams.add(response)
  const source = Readable.fromWeb((body ?? new ReadableStream()) as NodeReadableStream)
  source.once('error', (error) => {
    if (!response.destroyed) log.error({ err: error }, 'stream.failed')
  })
  await pipeline(source, response).catch(() => {}) // the client has left, or the source failed
  eventStreams.delete(response)
}

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

// A route may set stricter policies than those of screens.
const ownPolicies = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    ['content-security-policy', 'referrer-policy'].flatMap((name) => {
      const policy = headers.get(name)
      return policy ? [[name, policy]] : []
    }),
  )

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, nonce }: { answer: Response; nonce: string },
): Promise<void> {
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  setHeaders(response, { ...privateHeaders(nonce), ...ownPolicies(answer) })
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (answer.status === 503 && !answer.headers.has('retry-after')) setHeaders(response, RETRY_SOON)
  response.statusCode = answer.status
  if (!STREAMED.has(answer.headers.get('content-type') ?? '')) return sendWhole(request, response, answer)
  if (request.method !== 'HEAD') return sendStream(response, answer)
  await answer.body?.cancel().catch(() => {}) // some sources throw when they are cancelled
  response.end()
}

async function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
): Promise<void> {
  const plain = Buffer.from(await answer.arrayBuffer())
  const header = request.headers['accept-encoding']?.toString()
  const isCompressed = plain.length > MIN_COMPRESSED_BYTES && chooseEncoding(header) === 'br'
  if (isCompressed) response.setHeader('content-encoding', 'br')
  const body = isCompressed ? compress(plain) : plain
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}

const compress = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
