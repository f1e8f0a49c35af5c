import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import https from 'node:https'
import { isIP, type Socket } from 'node:net'
import { isPublicAddress } from './address-check.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { startPart } from './traces.server.ts'

const CONNECT_MS = 5000
const TOTAL_MS = 15_000
const ANSWER_BYTES = 64 * 1024
const PORTS = new Set(['', '443', '8443', '8080'])

// The limit is per host: a slow host does not delay requests to others. Unused connections are soon closed.
const CONNECTIONS = { keepAlive: true, maxSockets: 2, timeout: 4000 }
const agents = { 'http:': new http.Agent(CONNECTIONS), 'https:': new https.Agent(CONNECTIONS) }
// URLs of the settings have connections of their own, because a language model answers slowly.
const OWN_CONNECTIONS = { ...CONNECTIONS, maxSockets: 4 }
const ownAgents = { 'http:': new http.Agent(OWN_CONNECTIONS), 'https:': new https.Agent(OWN_CONNECTIONS) }

/** A reason why a request got no response. */
export type OutboundReason =
  | 'address-wrong' // not an https URL on a usual port
  | 'address-forbidden' // an IP address of a private network
  | 'name-private' // a name that leads there; users read that it is unknown, so that they cannot find out private names
  | 'name-unknown'
  | 'unreachable'
  | 'certificate-wrong'
  | 'timeout'
  | 'answer-too-large'
  | 'answer-encoded'

/** A request got no response, or none that we read. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, cause?: unknown) {
    super(`outbound request failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The parts of a request besides its URL. Without them it is a GET with the default limits. */
export interface OutboundRequest {
  method?: 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** From the start to the end of the response. */
  timeoutMs?: number
  /** Ends the request earlier, with the reason `timeout`. */
  signal?: AbortSignal
  /** The largest response; a larger one is an error. */
  maxBytes?: number
  /** Set it only for a URL of the settings, which may lead to any host. */
  isTrusted?: boolean
}

/** A complete response with any status. */
export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Looks up the IP addresses of a name. Tests replace it. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Sends an HTTP request; all requests to remote servers use this function. A URL that a user typed must be https on a
 * usual port. Its name is resolved once, all its IP addresses must be public, and the connection uses one of them.
 * OUTBOUND_ALLOW names exceptions. Redirects are returned, not followed. Throws OutboundError.
 */
export async function safeFetch(
  address: string,
  asked: OutboundRequest = {},
  resolve: Resolve = lookUp,
): Promise<OutboundAnswer> {
  const span = startSpanOf(address, asked)
  try {
    const url = parseAddress(address)
    const isExempt = asked.isTrusted === true || isAllowed(url)
    if (!isExempt) checkUrl(url)
    const answer = await exchange(url, asked, isExempt ? lookUp : checked(resolve))
    span?.end(toOutcome(answer))
    return answer
  } catch (error) {
    const failure = error instanceof OutboundError ? error : new OutboundError(toReason(error), error)
    log.warn({ host: hostOf(address), reason: failure.reason }, 'outbound.failed')
    span?.end({ error: failure.reason })
    throw failure
  }
}

// The span names the host alone: a path may be a secret, like that of a webhook. No trace id is sent to the host.
const startSpanOf = (address: string, { method = 'GET' }: OutboundRequest) =>
  startPart(method, { 'http.request.method': method, 'server.address': hostOf(address) })

const toOutcome = ({ status }: OutboundAnswer) => ({
  attributes: { 'http.response.status_code': status },
  error: status >= 400 ? String(status) : undefined,
})

/** Returns true for an address that `safeFetch` would ask, as far as its text says. People are sent only to such ones. */
export function isWebAddressAllowed(address: string): boolean {
  try {
    const url = parseAddress(address)
    if (!isAllowed(url)) checkUrl(url)
    return true
  } catch (error) {
    if (error instanceof OutboundError) return false
    throw error
  }
}

/** Returns true if OUTBOUND_ALLOW names this host and port. */
const isAllowed = (url: URL): boolean =>
  env.OUTBOUND_ALLOW.has(`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`)

function parseAddress(address: string): URL {
  // Parsers disagree about control characters and backslashes.
  const isPlain = !/[\p{Cc}\\]/u.test(address) && URL.canParse(address)
  const url = isPlain ? new URL(address) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password) throw new OutboundError('address-wrong')
  return url
}

// Node calls no resolver for a host that is an IP address, so it is checked here.
function checkUrl(url: URL): void {
  if (url.protocol !== 'https:' || !PORTS.has(url.port)) throw new OutboundError('address-wrong')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new OutboundError('address-forbidden')
}

type Lookup = NonNullable<RequestOptions['lookup']>

const checked =
  (resolve: Resolve): Lookup =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, '', 0)
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(new OutboundError('name-private'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

function exchange(url: URL, asked: OutboundRequest, lookup: Lookup): Promise<OutboundAnswer> {
  const { method = 'GET', headers, body, maxBytes = ANSWER_BYTES } = asked
  const { request } = url.protocol === 'http:' ? http : https
  const options = {
    method,
    lookup,
    agent: (asked.isTrusted ? ownAgents : agents)[url.protocol as keyof typeof agents],
    headers: {
      'user-agent': 'Broadsheet',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  }
  return new Promise((resolve, reject) => {
    const giveUp = (error: unknown) => {
      reject(error instanceof Error ? error : new OutboundError('unreachable', error))
      sent.destroy()
    }
    const sent = request(url, options, (answer) => {
      readAnswer(answer, maxBytes).then(resolve, giveUp)
    })
    sent.on('error', reject)
    limitTime(sent, asked, () => giveUp(new OutboundError('timeout')))
    sent.end(body)
  })
}

// With timers of our own: an AbortSignal for each request would double its cost.
function limitTime(
  sent: ClientRequest,
  { timeoutMs = TOTAL_MS, signal }: OutboundRequest,
  giveUp: () => void,
): void {
  const timer = setTimeout(giveUp, timeoutMs).unref()
  signal?.addEventListener('abort', giveUp)
  sent.on('socket', (socket) => limitConnecting(socket, giveUp))
  sent.on('close', () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  })
  if (signal?.aborted) giveUp()
}

function limitConnecting(socket: Socket, giveUp: () => void): void {
  if (!socket.connecting) return
  const timer = setTimeout(giveUp, CONNECT_MS)
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
}

function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<OutboundAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const encoding = answer.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') reject(new OutboundError('answer-encoded')) // unpacking could fill the memory
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) reject(new OutboundError('answer-too-large'))
      else chunks.push(chunk)
    })
    answer.on('end', () => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
    })
    answer.on('error', reject)
    answer.on('close', () => {
      if (!answer.complete) reject(new OutboundError('unreachable'))
    })
  })
}

function toReason(error: unknown): OutboundReason {
  const { name, code = '', cause } = error as { name?: string; code?: string; cause?: unknown }
  if (cause instanceof OutboundError) return cause.reason
  if (name === 'TimeoutError' || code === 'ABORT_ERR' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name-unknown'
  if (/CERT|SSL|TLS|SIGNED|SIGNATURE|ISSUER|ALTNAME/.test(code)) return 'certificate-wrong'
  return 'unreachable'
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : 'none')
