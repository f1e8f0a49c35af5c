/**
 * Returns the absolute form of a URL, resolved against `base` (WHATWG URL); undefined if it is not an http or https
 * URL.
 */
export function toAbsoluteUrl(address: string | null, base: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}

/**
 * Returns the URL of a picture with https, because our content security policy allows no other pictures. A URL with a
 * port stays as it is, because https would be on another port.
 */
export const toSecureAddress = (address: string) =>
  address.replace(/^http:\/\/([^/:]+)(?=\/|$)/i, 'https://$1')

/**
 * Returns the address that a link in an article leads to (spec §2). Relative addresses are resolved against `baseUrl`,
 * the canonical address of the article. Its host without a scheme, with or without www, stands for its origin. So the
 * link has www only if the canonical address has it.
 */
export function resolveAddress(address: string, baseUrl: string | null): string {
  if (address === '' || !baseUrl || !URL.canParse(address, baseUrl)) return address
  return new URL(withScheme(address.trim(), new URL(baseUrl)), baseUrl).href
}

// Browsers read three slashes like two, and `:443` like no port.
function withScheme(address: string, base: URL): string {
  const host = base.host.replace(/^www\./, '')
  const [start = ''] = /^(?:\/{2,})?(?:www\.)?/i.exec(address) ?? []
  const rest = address.slice(start.length)
  const path = rest.slice(host.length).replace(base.protocol === 'https:' ? /^:443(?!\d)/ : /^:80(?!\d)/, '')
  const isHost = rest.slice(0, host.length).toLowerCase() === host && /^(?:[/?#]|$)/.test(path)
  return isHost ? base.origin + path : address
}

/**
 * Returns the address of a site as its user types it, with or without a scheme, in its standard form with a slash at the
 * end; undefined if it is no web address. A query and an anchor are dropped.
 */
export function toSiteAddress(typed: string): string | undefined {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][\w+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return /[.:]|^localhost$/.test(url.hostname) ? url.origin + url.pathname.replace(/\/?$/, '/') : undefined
}
