import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundReason,
  type OutboundRequest,
  safeFetch,
} from '../../platform/outbound.server.ts'
import { toExcerpt } from '../../shared/text.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'
import type { RemoteKind } from './site-connector.ts'

/** How a kind of site is called in sentences. */
const NAMES: Record<RemoteKind, string> = { wordpress: 'WordPress', ghost: 'Ghost', webhook: 'The receiver' }

const QUOTE_CHARACTERS = 200
const READ_CHARACTERS = 2000 // of what may be megabytes
const LONGEST_PAUSE_S = 7 * 86_400

export interface SiteAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Asks a site over the one way out. Whatever status it answers with is the caller's to judge, but for a redirect, which
 * is not followed. Throws ConnectorError.
 */
export async function askSite(
  kind: RemoteKind,
  address: string,
  request: OutboundRequest,
): Promise<SiteAnswer> {
  const { status, headers, body } = await askComputer(kind, address, request)
  if (status >= 300 && status < 400) {
    const detail = `${hostOf(address)} sends us on to ${toPlace(headers.location, address)}. Enter the address that the site has now.`
    throw new ConnectorError(kind, 'rejected', { detail })
  }
  return { status, headers, text: body.toString() }
}

/** Asks another computer, whatever it is, over the one way out. Throws ConnectorError where no answer came. */
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

const nowhere: Failure = [
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
  'name-private': nowhere,
  'name-unknown': nowhere,
  unreachable: ['unreachable', (host) => `${host} does not answer, or broke off.`],
  'certificate-wrong': ['unreachable', (host) => `The certificate of ${host} is not valid for it.`],
  timeout: ['timeout', (host) => `${host} did not answer in time.`],
  'answer-too-large': ['broken', (host) => `${host} answered with more than we read.`],
  'answer-encoded': ['broken', (host) => `${host} compressed its answer although we asked it not to.`],
}

/** What an answer says as JSON of this shape; undefined where it says something else. */
export function parseAnswer<T>({ text }: SiteAnswer, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // no JSON
  }
}

/**
 * The error for an answer that is none of those hoped for, with its status (RFC 9110, 15) as reason and sentence; a
 * connector that knows better gives its own of either.
 */
export function toRefusal(
  kind: RemoteKind,
  { status, headers }: SiteAnswer,
  known: { reason?: ConnectorReason; detail?: string } = {},
): ConnectorError {
  const { reason = toReason(status), detail = `${NAMES[kind]} answered with status ${status}.` } = known
  return new ConnectorError(kind, reason, { detail, retryAfterS: parseRetryAfter(headers['retry-after']) })
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

/** What to say of an answer that is not what `api` gives: somebody else's, that is in front of it or in its place. */
export function explainForeign(
  { status, text }: SiteAnswer,
  api: string,
): { reason?: ConnectorReason; detail?: string } {
  if (status === 403)
    return { reason: 'refused', detail: `Something in front of ${api} turns us away, a firewall perhaps.` }
  if (status > 299) return {}
  const what = /<(!doctype|html|body)\b/i.test(text) ? 'a web page' : 'something unreadable'
  const detail = `${api} answers with ${what} instead of data. Is the site being maintained, or kept by a security plugin?`
  return { reason: 'broken', detail }
}

/** Whether the site says that it has no such thing any more. */
export const isGone = (error: unknown) => error instanceof ConnectorError && error.reason === 'gone'

/** Waits for what may find its object gone: that is as good. */
export async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Seconds to wait: a number of them, or until a date (RFC 9110, 10.2.3); undefined for what is neither. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const isDate = header.endsWith(' GMT')
  const seconds = isDate ? Math.ceil((Date.parse(header) - now) / 1000) : parseSeconds(header)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_PAUSE_S) : undefined
}

const parseSeconds = (text: string) => (/^\d+$/.test(text) ? Number(text) : NaN)

/** What a site says, fit to be quoted: plain text on one line, 200 characters at most. */
export function toQuote(text: string): string {
  const plain = text
    .slice(0, READ_CHARACTERS)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return toExcerpt(plain.trim(), QUOTE_CHARACTERS)
}

/**
 * The address that a site gives for its copy: only one on its own host, and over http only where the site itself is;
 * null for any other.
 */
export function toCopyUrl(address: string | null | undefined, siteUrl: string): string | null {
  if (!address || address.length > 2048 || !URL.canParse(address)) return null
  const [url, site] = [new URL(address), new URL(siteUrl)]
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && site.protocol === 'http:')
  return isWeb && url.hostname === site.hostname && !url.username && !url.password ? url.href : null
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : 'the address')

function toPlace(location: string | undefined, address: string): string {
  if (!location || !URL.canParse(location, address)) return 'another address'
  const { origin, pathname } = new URL(location, address)
  return toQuote(origin + pathname)
}
