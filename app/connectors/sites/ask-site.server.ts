import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundReason,
  type OutboundRequest,
  safeFetch,
} from '../../platform/outbound.server.ts'
import { parseJson } from '../../shared/json.ts'
import { toExcerpt } from '../../shared/text.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'
import type { RemoteKind } from './site-connector.ts'

/** The names of the kinds of sites in sentences. */
const NAMES: Record<RemoteKind, string> = { wordpress: 'WordPress', ghost: 'Ghost', webhook: 'The receiver' }

const QUOTE_CHARACTERS = 200
const READ_CHARACTERS = 2000 // the text may have megabytes
const MAX_PAUSE_S = 7 * 86_400

/** A response of a site, with its body as text. */
export interface SiteAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Sends a request to a site. The caller checks the status. Throws ConnectorError without a response, and for a
 * redirect.
 */
export async function askSite(
  kind: RemoteKind,
  address: string,
  request: OutboundRequest,
): Promise<SiteAnswer> {
  const { status, headers, body } = await askComputer(kind, address, request)
  if (status >= 300 && status < 400) {
    const detail = `${hostOf(address)} sends us on to ${toShownAddress(headers.location, address)}. Enter the address that the site has now.`
    throw new ConnectorError(kind, 'rejected', { detail })
  }
  return { status, headers, text: body.toString() }
}

/** Sends a request to a host on any network. Throws ConnectorError without a response. */
export async function askComputer(
  system: string,
  address: string,
  request: OutboundRequest,
): Promise<OutboundAnswer> {
  try {
    return await safeFetch(address, request)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const [reason, sentence] = FAILURES[error.reason]
    throw new ConnectorError(system, reason, { cause: error, detail: sentence(hostOf(address)) })
  }
}

type Failure = [ConnectorReason, (host: string) => string]

const unknownName: Failure = [
  'unreachable',
  (host) =>
    `DNS finds no such host on the internet: ${host}. If it is in a private network, whoever runs this installation can allow it (OUTBOUND_ALLOW).`,
]

const FAILURES: Record<OutboundReason, Failure> = {
  'address-wrong': [
    'address-forbidden',
    () => 'The address has to begin with https:// and to be on port 443, 8443 or 8080.',
  ],
  'address-forbidden': [
    'address-forbidden',
    (host) =>
      `${host} leads into a private network, where nothing is sent. Whoever runs this installation can allow it (OUTBOUND_ALLOW).`,
  ],
  'name-private': unknownName,
  'name-unknown': unknownName,
  unreachable: ['unreachable', (host) => `${host} does not answer, or broke off.`],
  'certificate-wrong': ['unreachable', (host) => `The certificate of ${host} is not valid for it.`],
  timeout: ['timeout', (host) => `${host} did not answer in time.`],
  'answer-too-large': ['broken', (host) => `${host} answered with more than we read.`],
  'answer-encoded': ['broken', (host) => `${host} compressed its answer although we asked it not to.`],
}

// Each file of a plugin that was saved with one puts one before the data.
const BYTE_ORDER_MARKS = /^[\uFEFF\s]+/

/** Returns the body of a response as JSON of this schema; undefined if it is something else. */
export function parseAnswer<T>({ text }: SiteAnswer, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(parseJson(text.replace(BYTE_ORDER_MARKS, ''))).data
  } catch {
    return undefined // no JSON
  }
}

/**
 * Returns the error for a response that is not a success. Reason and sentence come from the status (RFC 9110, 15),
 * unless the connector knows better ones.
 */
export function toSiteError(
  kind: RemoteKind,
  { status, headers }: SiteAnswer,
  known: { reason?: ConnectorReason; detail?: string } = {},
): ConnectorError {
  const { reason = toReason(status), detail = `${NAMES[kind]} answered with status ${status}.` } = known
  const retryAfterS = parseRetryAfter(headers['retry-after'])
  return new ConnectorError(kind, reason, { detail, retryAfterS, status })
}

const REASONS: Record<number, ConnectorReason> = {
  401: 'unauthorised',
  408: 'refused',
  410: 'gone',
  425: 'refused',
  429: 'throttled',
}

function toReason(status: number): ConnectorReason {
  if (status < 400 || status > 499) return 'broken'
  return REASONS[status] ?? 'rejected'
}

/**
 * Returns the reason and the sentence for a response that does not come from `api`. It comes from a system in front of
 * it or instead of it.
 */
export function explainForeign(
  { status, text }: SiteAnswer,
  api: string,
): { reason?: ConnectorReason; detail?: string } {
  if (status === 403)
    return { reason: 'refused', detail: `Something in front of ${api} turns us away, a firewall perhaps.` }
  if (status > 299) return {}
  const before = findTextBeforeData(text)
  if (before)
    return {
      reason: 'broken',
      detail: `The site answered with something before its data: “${toQuote(before)}”.`,
    }
  const content = /<(!doctype|html|body)\b/i.test(text) ? 'a web page' : 'something unreadable'
  const detail = `${api} answers with ${content} instead of data. Is the site being maintained, or kept by a security plugin?`
  return { reason: 'broken', detail }
}

const MOST_BRACKETS = 100 // the text before the data may have some too

/** Returns the first line of the text before the JSON of a response, such as a warning of PHP; undefined without JSON. */
function findTextBeforeData(text: string): string | undefined {
  const brackets = [...text.slice(0, READ_CHARACTERS).matchAll(/[{[]/g)].slice(0, MOST_BRACKETS)
  const start = brackets.find(({ index }) => isJson(text.slice(index)))?.index
  return text
    .slice(0, start ?? 0)
    .split(/[\r\n]/)
    .find((line) => toQuote(line) !== '')
}

function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

/** Returns true if an error says that a request had success, but with an answer that cannot be read. */
export const isUnreadable = (error: unknown) =>
  error instanceof ConnectorError && error.reason === 'broken' && (error.status ?? 500) <= 299

/** Returns true if an error says that the object does not exist on the site any more. */
export const isGone = (error: unknown) => error instanceof ConnectorError && error.reason === 'gone'

/** Waits for a request, and ignores an error that says that its object does not exist any more. */
export async function unlessGone(request: Promise<unknown>): Promise<void> {
  try {
    await request
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/**
 * Returns the seconds of a Retry-After header, which is a number or a date (RFC 9110, 10.2.3); undefined for other
 * texts.
 */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const isDate = header.endsWith(' GMT')
  const seconds = isDate ? Math.ceil((Date.parse(header) - now) / 1000) : parseSeconds(header)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_PAUSE_S) : undefined
}

const parseSeconds = (text: string) => (/^\d+$/.test(text) ? Number(text) : NaN)

/** Returns a text of a site for a quotation: plain text on one line, 200 characters at most. */
export function toQuote(text: string): string {
  const plain = text
    .slice(0, READ_CHARACTERS)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return toExcerpt(plain.trim(), QUOTE_CHARACTERS)
}

/**
 * Returns the URL that a site names for its copy; null for a URL on another host, and for an http URL unless the site
 * itself has one.
 */
export function toCopyUrl(address: string | null | undefined, siteUrl: string): string | null {
  if (!address || address.length > 2048 || !URL.canParse(address)) return null
  const [url, site] = [new URL(address), new URL(siteUrl)]
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && site.protocol === 'http:')
  return isWeb && url.hostname === site.hostname && !url.username && !url.password ? url.href : null
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : 'the address')

function toShownAddress(location: string | undefined, address: string): string {
  if (!location || !URL.canParse(location, address)) return 'another address'
  const { origin, pathname } = new URL(location, address)
  return toQuote(origin + pathname)
}
