/** A web address as other computers need it: absolute, resolved against `base`; undefined for what is none (WHATWG URL). */
export function toAbsoluteUrl(address: string | null, base: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}

/**
 * The address of a picture over https, which is how our content security policy lets pictures in. One with a port
 * stays as it is: no other server answers there.
 */
export const toSecureAddress = (address: string) =>
  address.replace(/^http:\/\/([^/:]+)(?=\/|$)/i, 'https://$1')

/**
 * The address that a link of an article leads to. `baseUrl` is where the article was first published: relative addresses
 * lead there, and its host written without a scheme, with or without www, means its origin (spec §2).
 */
export function resolveAddress(address: string, baseUrl: string | null): string {
  if (address === '' || !baseUrl || !URL.canParse(address, baseUrl)) return address
  return new URL(withScheme(address, new URL(baseUrl)), baseUrl).href
}

function withScheme(address: string, base: URL): string {
  const host = base.host.replace(/^www\./, '')
  const [start = ''] = /^(?:\/\/)?(?:www\.)?/i.exec(address) ?? []
  const rest = address.slice(start.length)
  const isHost =
    rest.slice(0, host.length).toLowerCase() === host && /^(?:[/?#]|$)/.test(rest.slice(host.length))
  return isHost ? base.origin + rest.slice(host.length) : address
}
