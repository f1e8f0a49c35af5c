import type { IncomingMessage, ServerResponse } from 'node:http'
import { listServedSites } from '../app/features/local-seo/settings/queries.server.ts'
import { env } from '../app/platform/env.server.ts'
import type { RequestSite } from '../app/platform/web/request-context.server.ts'
import { rememberLatest } from './remember-latest.ts'

// A name or an address in brackets, with or without a port (RFC 9112, 3.2): nothing that programs read differently.
const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(?::(\d{1,5}))?$/i
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const MAIN_HOST = new URL(env.SITE_URL).hostname

let sites = new Map<string, RequestSite>()
let findByHeader = rememberLatest(findServed)

/** Loads the sites that this process serves. Call it again after a site was added, changed or removed. */
export async function loadHosts(): Promise<void> {
  sites = await listServedSites()
  findByHeader = rememberLatest(findServed)
}

/**
 * Returns the site that a request is for; undefined for an unknown host name. Loopback names stand for the main site.
 */
export const findSite = (request: IncomingMessage) => findByHeader(readHostHeader(request))

function findServed(header: string): RequestSite | undefined {
  const host = parseHost(header)
  if (host === undefined) return undefined
  return sites.get(host) ?? (LOOPBACK.has(host) ? sites.get(MAIN_HOST) : undefined)
}

/** Returns the host name that a request is for, in lower case; undefined if it names none or a malformed one. */
export const readHost = (request: IncomingMessage) => parseHost(readHostHeader(request))

function readHostHeader({ headers }: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY > 0 ? headers['x-forwarded-host'] : undefined
  return String(forwarded ?? headers.host ?? '')
}

function parseHost(header: string): string | undefined {
  const [, name, port = '0'] = HOST.exec(header) ?? []
  return Number(port) < 65_536 ? name?.toLowerCase() : undefined
}

/**
 * Answers a proxy that asks whether it may get a certificate for the host name `domain` (Caddy, `on_demand_tls.ask`): 200
 * for a host that is served here, 404 for any other. A request for the host tells the same, so every caller may ask.
 */
export function answerKnownHost({ url }: IncomingMessage, response: ServerResponse): void {
  const host = URL.parse(`http://any${url}`)?.searchParams.get('domain')?.toLowerCase() ?? ''
  response
    .writeHead(sites.has(host) ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(sites.has(host) ? 'known\n' : 'unknown\n')
}
