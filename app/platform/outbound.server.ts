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

const CONNECT_MS = 5000
const TOTAL_MS = 15_000
const ANSWER_BYTES = 64 * 1024
const PORTS = new Set(['', '443', '8443', '8080'])

// Whoever waits for a slow host does not keep others from theirs, and what nobody uses is soon given back.
const CONNECTIONS = { keepAlive: true, maxSockets: 2, timeout: 4000 }
const agents = { 'http:': new http.Agent(CONNECTIONS), 'https:': new https.Agent(CONNECTIONS) }
// What the installation itself relies on has connections of its own: answers of a language model take their time.
const OWN_CONNECTIONS = { ...CONNECTIONS, maxSockets: 4 }
const ownAgents = { 'http:': new http.Agent(OWN_CONNECTIONS), 'https:': new https.Agent(OWN_CONNECTIONS) }

/** Why a request did not get an answer; `retryable` tells whether asking again may help. */
export type OutboundReason =
  | 'address-wrong' // no address that we would ever ask
  | 'address-forbidden' // it leads into a private network
  | 'name-private' // so does a name: nobody is told, for it would say which names there are
  | 'name-unknown'
  | 'unreachable'
  | 'certificate-wrong'
  | 'timeout'
  | 'answer-too-large'
  | 'answer-encoded'

const FINAL = new Set<OutboundReason>(['address-wrong', 'address-forbidden'])

export class OutboundError extends Error {
  readonly reason: OutboundReason
  readonly isRetryable: boolean

  constructor(reason: OutboundReason, cause?: unknown) {
    super(`outbound request failed: ${reason}`, { cause })
    this.reason = reason
    this.isRetryable = !FINAL.has(reason)
  }
}

export interface OutboundRequest {
  method?: 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange. */
  timeoutMs?: number
  /** Ends it earlier, as `timeout`. */
  signal?: AbortSignal
  /** Of the answer; a longer one is an error. */
  maxBytes?: number
  /** The address is a setting of this installation and nobody's input: it may lead anywhere. */
  isTrusted?: boolean
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a test puts in the place of the resolver. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The only way out of this process over HTTP. An address that somebody typed is https on the usual ports; a name is resolved once,
 * every address it has must be public, and the connection goes to one of those. Redirects are not followed: they are
 * answers. OUTBOUND_ALLOW names what is exempt. Throws OutboundError.
 */
export async function safeFetch(
  address: string,
  asked: OutboundRequest = {},
  resolve: Resolve = lookUp,
): Promise<OutboundAnswer> {
  try {
    const url = parseAddress(address)
    const isExempt = asked.isTrusted === true || isAllowed(url)
    if (!isExempt) checkUrl(url)
    return await exchange(url, asked, isExempt ? lookUp : checked(resolve))
  } catch (error) {
    const failure = error instanceof OutboundError ? error : new OutboundError(toReason(error), error)
    log.warn({ host: hostOf(address), reason: failure.reason }, 'outbound.failed')
    throw failure
  }
}

/** Whether OUTBOUND_ALLOW names this host and port. */
const isAllowed = (url: URL): boolean =>
  env.OUTBOUND_ALLOW.has(`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`)

function parseAddress(address: string): URL {
  // A control character or a backslash is read differently by different parsers.
  const isPlain = !/[\p{Cc}\\]/u.test(address) && URL.canParse(address)
  const url = isPlain ? new URL(address) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password) throw new OutboundError('address-wrong')
  return url
}

// Node asks no resolver about a host that is an address already, so it is looked at here.
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

// With timers of our own: a signal for each request would take as long as all the rest of it.
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
