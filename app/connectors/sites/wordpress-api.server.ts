import { z } from 'zod'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'
import {
  askSite,
  explainForeign,
  parseAnswer,
  type SiteAnswer,
  toQuote,
  toSiteError,
} from './ask-site.server.ts'
import type { RemoteSite } from './site-connector.ts'

// For an article with all its metadata, and for a home page up to the link to its API.
const ANSWER_BYTES = 4 * 1024 * 1024
const HEAD_CHARACTERS = 64 * 1024

interface Question {
  method?: 'GET' | 'POST' | 'DELETE'
  parameters?: Record<string, string>
  body?: unknown
}

/** Sends a request to a route of a site's REST API. Returns the response in the shape of the schema. */
export type AskWordPress = <T>(route: string, schema: z.ZodType<T>, question?: Question) => Promise<T>

/**
 * Finds the REST API of a site. Returns a function that sends requests to it as the user of the credentials. Throws
 * ConnectorError.
 */
export async function openWordPress(site: RemoteSite<'wordpress'>): Promise<AskWordPress> {
  const api = await findApi(site.url)
  const { username, password } = site.credentials
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return async (route, schema, { method = 'GET', parameters = {}, body } = {}) => {
    const answer = await askSite('wordpress', toAddress(api, route, parameters), {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maxBytes: ANSWER_BYTES,
    })
    const isAnswer = (answer.status >= 200 && answer.status <= 299) || answer.status === 400 // the tag exists
    const parsed = isAnswer ? parseAnswer(answer, schema) : undefined
    if (parsed === undefined) throw toError(answer)
    return parsed
  }
}

// With plain permalinks, the route is a parameter of the URL.
function toAddress(api: URL, route: string, parameters: Record<string, string>): string {
  const url = new URL(api)
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', `/${route}`)
  else url.pathname = url.pathname.replace(/\/?$/, `/${route}`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

// WordPress names its API on every page: in a header, which a cache may have removed, and in the HTML head.
async function findApi(siteUrl: string): Promise<URL> {
  const home = `${siteUrl}/`
  let answer: SiteAnswer | undefined
  for (const method of ['HEAD', 'GET'] as const) {
    answer = await askSite('wordpress', home, { method, maxBytes: ANSWER_BYTES })
    const address = readLink(answer.headers.link) ?? readLinkElement(answer.text)
    if (address && URL.canParse(address, home)) return toOwnApi(new URL(address, home), home)
  }
  if (answer && answer.status >= 400) throw toSiteError('wordpress', answer)
  throw new ConnectorError('wordpress', 'rejected', {
    detail: `The page at ${home} names no REST API: it is no WordPress site, or the API is switched off.`,
  })
}

const readLink = (header: unknown) =>
  /<([^<>]+)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(String(header))?.[1]

// The lengths are limited, because the page may be hostile.
function readLinkElement(html: string): string | undefined {
  const head = html.slice(0, HEAD_CHARACTERS)
  const element = /<link\b[^<>]{0,500}\brel=["']https:\/\/api\.w\.org\/["'][^<>]{0,500}>/i.exec(head)?.[0]
  const address = element && /\bhref=["']([^"']+)["']/i.exec(element)?.[1]
  return address?.replaceAll('&amp;', '&').replaceAll('&#038;', '&')
}

// The password is sent only to the host that the operator entered, even if the site names another one.
function toOwnApi(api: URL, home: string): URL {
  if (api.hostname === new URL(home).hostname) return new URL(api.pathname + api.search, home)
  const detail = `The site says that its address is ${toQuote(api.origin)}. Enter that one.`
  throw new ConnectorError('wordpress', 'rejected', { detail })
}

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  data: z.object({ status: z.number(), details: z.unknown() }).partial().nullish(),
})

// If we may not see drafts, WordPress reports the parameter `status` as wrong.
const hiddenRefusal = z.object({
  data: z.object({
    details: z.object({
      status: z.object({
        code: z.literal('rest_forbidden_status'),
        data: z.object({ status: z.number() }),
      }),
    }),
  }),
})

function toError(answer: SiteAnswer): ConnectorError {
  const refused = parseAnswer(answer, refusal)
  if (!refused) return toSiteError('wordpress', answer, explainForeign(answer, 'The REST API of WordPress'))
  const status = parseAnswer(answer, hiddenRefusal)?.data.details.status.data.status ?? answer.status
  const known = REFUSALS[refused.code] ?? REFUSALS[status]
  const [reason, detail] = known ?? [undefined, `WordPress refused it: ${toQuote(refused.message)}`]
  return toSiteError('wordpress', answer, { ...(reason && { reason }), detail })
}

const UNKNOWN: [ConnectorReason, string] = [
  'unauthorised',
  'WordPress does not recognise us: the user name or the application password is wrong, or the web server strips the Authorization header (Apache needs “RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]”).',
]
const ROLE_TOO_LOW: [ConnectorReason, string] = [
  'rejected',
  'The role of this WordPress user is too low: it has to be an author at least.',
]
const SWITCHED_OFF: [ConnectorReason, string] = [
  'unauthorised',
  'Application passwords are switched off in this WordPress, or for this user, by a security plugin perhaps.',
]

/** The error for a WordPress whose application passwords are switched off. */
export const APPLICATION_PASSWORDS_OFF = new ConnectorError('wordpress', SWITCHED_OFF[0], {
  detail: SWITCHED_OFF[1],
})

// By the error code of WordPress, then by the status.
const REFUSALS: Record<string, [ConnectorReason, string]> = {
  incorrect_password: ['unauthorised', 'WordPress knows the user, but not this application password.'],
  invalid_username: ['unauthorised', 'WordPress has no user of this name.'],
  invalid_email: ['unauthorised', 'WordPress has no user with this address.'],
  application_passwords_disabled: SWITCHED_OFF,
  application_passwords_disabled_for_user: SWITCHED_OFF,
  rest_post_invalid_id: ['gone', 'WordPress has no such post any more.'],
  rest_no_route: ['rejected', 'The REST API of this WordPress does not offer posts.'],
  401: UNKNOWN,
  403: ROLE_TOO_LOW,
}
