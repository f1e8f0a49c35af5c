import { SignJWT } from 'jose'
import { z } from 'zod'
import type { ConnectorError, ConnectorReason } from '../connector-error.ts'
import {
  askSite,
  explainForeign,
  parseAnswer,
  type SiteAnswer,
  toQuote,
  toSiteError,
} from './ask-site.server.ts'
import type { RemoteSite } from './site-connector.ts'

// Ghost answers a write with the whole article in two formats, and all data of its authors and tags.
const ANSWER_BYTES = 8 * 1024 * 1024

// Ghost 5 refuses a newer version; Ghost 6 accepts an older one.
const API_VERSION = 'v5.0'

interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  parameters?: Record<string, string>
  body?: unknown
}

/** Sends a request to a path of a Ghost's Admin API. Returns the response in the shape of the schema. */
export type AskGhost = <T>(path: string, schema: z.ZodType<T>, question?: Question) => Promise<T>

/**
 * Returns a function that sends requests to the Admin API of a Ghost, each with a new token. It throws ConnectorError.
 */
export function openGhost({ url, credentials }: RemoteSite<'ghost'>): AskGhost {
  return async (path, schema, { method = 'GET', parameters = {}, body } = {}) => {
    const address = `${url}/ghost/api/admin/${path}?${new URLSearchParams(parameters).toString()}`
    const answer = await askSite('ghost', address, {
      method,
      headers: {
        authorization: `Ghost ${await signToken(credentials.key)}`,
        'accept-version': API_VERSION,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maxBytes: ANSWER_BYTES,
    })
    const isTaken = answer.status >= 200 && answer.status <= 299
    const parsed = isTaken ? parseAnswer(toJson(answer), schema) : undefined
    if (parsed === undefined) throw toError(answer, url)
    return parsed
  }
}

const toJson = (answer: SiteAnswer) => (answer.status === 204 ? { ...answer, text: 'null' } : answer)

// The key is the id of the token and its secret in hexadecimal. Ghost accepts a token for 5 minutes.
async function signToken(key: string): Promise<string> {
  const [id = '', secret = ''] = key.split(':')
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', kid: id, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .setAudience('/admin/')
    .sign(Buffer.from(secret, 'hex'))
}

const refusal = z.object({
  errors: z
    .array(
      z.object({
        message: z.string(),
        context: z.string().nullish(),
        type: z.string().nullish(),
        code: z.string().nullish(),
      }),
    )
    .min(1),
})

type Refusal = z.output<typeof refusal>['errors'][number]

function toError(answer: SiteAnswer, siteUrl: string): ConnectorError {
  const [first] = parseAnswer(answer, refusal)?.errors ?? []
  if (first) return toSiteError('ghost', answer, explain(first, answer))
  if (answer.status === 404)
    return toSiteError('ghost', answer, { detail: `There is no Ghost at ${siteUrl}.` })
  return toSiteError('ghost', answer, explainForeign(answer, 'The Admin API of Ghost'))
}

/** The sentence for a post that was saved in Ghost between our read and our write. */
export const COLLISION = 'Somebody keeps changing this post in Ghost.'

const GONE: { reason: ConnectorReason; detail: string } = {
  reason: 'gone',
  detail: 'Ghost has no such post any more.',
}

function explain(
  { message, context, type, code }: Refusal,
  { status, headers }: SiteAnswer,
): { reason?: ConnectorReason; detail: string } {
  if (/jwt expired|maxage|jwt not active/i.test(message)) return explainClock(headers.date)
  if (code === 'UNKNOWN_ADMIN_API_KEY')
    return {
      detail: 'Ghost does not know this Admin API key: its integration was deleted, or the key renewed.',
    }
  if (code === 'INVALID_JWT') return { detail: 'Ghost knows this Admin API key by another secret.' }
  if (code === 'UPDATE_COLLISION') return { reason: 'refused', detail: COLLISION }
  if (type === 'NotFoundError' && /\bpost\b/i.test(message)) return GONE
  if (status === 403)
    return { detail: 'Ghost does not let this key publish. Use the Admin API key of a custom integration.' }
  return { detail: `Ghost refused it: ${toQuote(context ?? message)}` }
}

function explainClock(date: string | undefined): { reason: ConnectorReason; detail: string } {
  const apartMs = Math.abs(Date.parse(date ?? '') - Date.now())
  const apart = apartMs > 60_000 ? ` They are ${Math.round(apartMs / 60_000)} minutes apart.` : ''
  return {
    reason: 'refused',
    detail: `Ghost finds our token too old: its clock and the clock of this installation differ.${apart}`,
  }
}
