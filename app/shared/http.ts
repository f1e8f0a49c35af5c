/** Returns the first of our encodings, best first, that an Accept-Encoding header allows (RFC 9110, 12.5.3). */
export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | 'identity' {
  if (!header) return 'identity'
  const refused = new Set<string>()
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    ;(isRefused ? refused : accepted).add(name)
  }
  const allows = (name: string) => accepted.has(name) || (accepted.has('*') && !refused.has(name))
  if (allows('br')) return 'br'
  return allows('gzip') ? 'gzip' : 'identity'
}

/**
 * Returns the refusal of a request that a page of another site has made; undefined for all others. Such a page cannot read
 * the answer, but it could start long work again and again.
 */
export const refuseCrossSite = ({ headers }: Request): Response | undefined =>
  headers.get('sec-fetch-site') === 'cross-site'
    ? new Response('This request came from another site.\n', {
        status: 403,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
    : undefined

/** Returns true if an If-None-Match header names an ETag: in a list, as `*` or in its weak form. RFC 9110, 13.1.2. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header.trim() === '*') return true
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/**
 * Returns true if an If-Modified-Since header is as late as a Last-Modified header (RFC 9110, 13.1.3). Returns false if
 * one of them is absent or no date.
 */
export const isUnmodified = (since: string | undefined, modified: string | undefined): boolean =>
  since !== undefined && modified !== undefined && Date.parse(since) >= Date.parse(modified)

/** Returns the Last-Modified header for a date; no header for a date in the future or none (RFC 9110, 8.8.2.1). */
export function lastModifiedHeader(date: Date | undefined): Record<string, string> {
  return date && date.getTime() <= Date.now() ? { 'last-modified': date.toUTCString() } : {}
}

/**
 * Returns the address of a client behind `proxies` trusted proxies. Each proxy appends the address that it got the
 * request from to X-Forwarded-For, so we count from the end. Without trusted proxies it is the address of the
 * connection.
 */
export function readClientAddress(
  connection: string,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  if (proxies === 0 || !forwardedFor) return connection
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return hops[Math.max(0, hops.length - proxies)] || connection
}

/** Returns the bearer token of an Authorization header (RFC 6750, 2.1); undefined for another scheme. */
export const readBearer = (header: string | null | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1]

/**
 * Returns the network for which attempts from an address are counted: an IPv4 address itself, or the first 64 bits of
 * an IPv6 address, because its owner chooses the rest. A text that is no address is returned as it is.
 */
export function toNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return address
  const [start = '', end = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [splitGroups(start), splitGroups(end)]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

const splitGroups = (part: string) => part.split(':').filter(Boolean)

const toIpv4 = (groups: string[]) =>
  groups
    .map((group) => parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.')
