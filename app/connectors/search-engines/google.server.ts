import { SignJWT } from 'jose'
import { z } from 'zod'
import { env } from '../../platform/env.server.ts'
import type { ServiceAccount } from '../../platform/service-account.server.ts'
import { parseJson } from '../../shared/json.ts'
import { ConnectorError } from '../connector-error.ts'
import {
  askEngine,
  type EngineAnswer,
  type EngineReply,
  isSuccess,
  type Refusals,
  toEngineError,
} from './ask-engine.server.ts'

const SCOPE = 'https://www.googleapis.com/auth/webmasters'
const MAY_SUBMIT = new Set(['siteOwner', 'siteFullUser'])
const LIST_BYTES = 1024 * 1024

/**
 * Submits the sitemap of a site to Search Console, as the service account of the settings. It prefers the property of
 * this address to the property of its domain. Google accepts no notices of single pages. Throws ConnectorError.
 */
export async function submitSitemap(origin: string): Promise<EngineReply> {
  const account = env.GOOGLE_SERVICE_ACCOUNT
  if (!account) throw new ConnectorError('google', 'unauthorised', { detail: 'Google is not configured.' })
  const token = await fetchToken(account)
  const property = await findProperty(token, origin)
  const sitemap = `${origin}/sitemap.xml`
  const path = `sites/${encodeURIComponent(property)}/sitemaps/${encodeURIComponent(sitemap)}`
  const answer = await askApi(token, { method: 'PUT', path, object: property })
  return { status: answer.status, detail: `Google has taken the sitemap of ${property}.` }
}

const tokenAnswer = z.object({ access_token: z.string().min(1) })

// RFC 7523, 2.1: an assertion that we sign, in exchange for a token that is valid for an hour.
async function fetchToken({ email, keyId, privateKey }: ServiceAccount): Promise<string> {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
    .setIssuer(email)
    .setAudience(env.GOOGLE_TOKEN_URL)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  const answer = await askEngine('google', env.GOOGLE_TOKEN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  })
  if (!isSuccess(answer)) throw toEngineError('google', answer, TOKEN_REFUSALS)
  return parse(answer, tokenAnswer).access_token
}

const siteList = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})

async function findProperty(token: string, origin: string): Promise<string> {
  const answer = await askApi(token, { method: 'GET', path: 'sites', object: 'the list of properties' })
  const covering = parse(answer, siteList).siteEntry.filter(({ siteUrl }) => covers(siteUrl, origin))
  const [best] = covering
    .filter(({ permissionLevel }) => MAY_SUBMIT.has(permissionLevel))
    .toSorted((one, other) => rank(one.siteUrl) - rank(other.siteUrl))
  if (best) return best.siteUrl
  const detail =
    covering.length > 0
      ? `The service account may read the property of ${origin} in Search Console, but not submit sitemaps. Give it full permission there.`
      : `The service account has no property in Search Console that covers ${origin}. Add its address (client_email) there as a user with full permission.`
  throw new ConnectorError('google', 'unauthorised', { detail, status: answer.status })
}

function covers(property: string, origin: string): boolean {
  const { hostname } = new URL(origin)
  const domain = property.startsWith('sc-domain:') ? property.slice('sc-domain:'.length) : undefined
  if (domain === undefined) return property === `${origin}/`
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

// The address first, then the longest domain.
const rank = (property: string) => (property.startsWith('sc-domain:') ? 10_000 - property.length : 0)

interface Call {
  method: 'GET' | 'PUT'
  path: string
  /** The object of the call, for sentences. */
  object: string
}

async function askApi(token: string, { method, path, object }: Call): Promise<EngineAnswer> {
  const answer = await askEngine('google', `${env.GOOGLE_API_URL.replace(/\/$/, '')}/webmasters/v3/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    maxBytes: LIST_BYTES,
  })
  if (isSuccess(answer)) return answer
  throw toEngineError('google', answer, toRefusals(answer, object))
}

const THROTTLED = {
  reason: 'throttled',
  detail: 'Google got too many requests from here and asked us to wait. It is told again later.',
} as const

const UNKNOWN_KEY = {
  reason: 'unauthorised',
  detail:
    'Google does not accept the key of the service account: it may have been deleted, or the clock of this installation may be wrong.',
} as const

const TOKEN_REFUSALS: Refusals = { 400: UNKNOWN_KEY, 401: UNKNOWN_KEY, 403: UNKNOWN_KEY, 429: THROTTLED }

const errorAnswer = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }),
})

function toRefusals(answer: EngineAnswer, object: string): Refusals {
  return {
    401: { reason: 'unauthorised', detail: 'Google does not accept the token that it has just given us.' },
    403: explainForbidden(answer, object),
    404: { reason: 'unauthorised', detail: `Google knows nothing of ${object}. Add it in Search Console.` },
    429: THROTTLED,
  }
}

// Google uses the status 403 for three reasons (developers.google.com/webmaster-tools/v1/errors).
function explainForbidden(answer: EngineAnswer, object: string): Refusals[number] {
  const reasons = parseOptional(answer, errorAnswer)?.error.errors.map(({ reason }) => reason) ?? []
  if (reasons.some((reason) => reason.endsWith('LimitExceeded'))) return THROTTLED
  const detail = reasons.includes('accessNotConfigured')
    ? 'The Search Console API is not switched on in the Google Cloud project of the service account.'
    : `Google does not let the service account do this with ${object}. Give it full permission in Search Console.`
  return { reason: 'unauthorised', detail }
}

function parse<T>(answer: EngineAnswer, schema: z.ZodType<T>): T {
  const parsed = parseOptional(answer, schema)
  if (parsed !== undefined) return parsed
  const detail = 'Google answered with something that cannot be read. It is told again later.'
  throw new ConnectorError('google', 'broken', { detail, status: answer.status })
}

function parseOptional<T>({ text }: EngineAnswer, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(parseJson(text)).data
  } catch {
    return undefined // no JSON
  }
}
