import type { IncomingMessage } from 'node:http'
import { listLandingSites } from '../app/features/landing-domains/queries.server.ts'
import { listHosts } from '../app/features/target-sites/queries.server.ts'
import { env } from '../app/platform/env.server.ts'
import type { RequestSite } from '../app/platform/request-context.server.ts'

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
  return sites.get(host) ?? (LOOPBACK.has(host) ? sites.get(MAIN_HOST) : undefined)
}

function readHost(request: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY > 0 ? request.headers['x-forwarded-host'] : undefined
  const host = String(forwarded ?? request.headers.host ?? '').toLowerCase()
  const port = host.lastIndexOf(':')
  return port > host.lastIndexOf(']') ? host.slice(0, port) : host
}
