import type { IncomingMessage } from 'node:http'
import { listLandingSites } from '../app/features/landing-domains/queries.server.ts'
import { listHosts } from '../app/features/target-sites/queries.server.ts'
import { env } from '../app/platform/env.server.ts'
import type { RequestSite } from '../app/platform/request-context.server.ts'

// A name or an address in brackets, with a port or without (RFC 9112, 3.2): nothing that another reader takes for another host.
const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(?::(\d{1,5}))?$/i
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const MAIN_HOST = new URL(env.SITE_URL).hostname

let sites = new Map<string, RequestSite>()

/** Learns which host names this process answers for; again whenever a site was added, changed or removed. */
export async function loadHosts(): Promise<void> {
  const own = await listHosts()
  sites = new Map([...(await listLandingSites()), ...own]) // nobody's domain takes a site's place
}

/** The site a request is for; undefined for a host name that is nobody's. Loopback names are the main site's. */
export function findSite(request: IncomingMessage): RequestSite | undefined {
  const host = readHost(request)
  if (host === undefined) return undefined
  return sites.get(host) ?? (LOOPBACK.has(host) ? sites.get(MAIN_HOST) : undefined)
}

/** The host name that a request is for, in lower case; undefined where it names none. */
export function readHost(request: IncomingMessage): string | undefined {
  const forwarded = env.TRUST_PROXY > 0 ? request.headers['x-forwarded-host'] : undefined
  const [, name, port = '0'] = HOST.exec(String(forwarded ?? request.headers.host ?? '')) ?? []
  return Number(port) < 65_536 ? name?.toLowerCase() : undefined
}
