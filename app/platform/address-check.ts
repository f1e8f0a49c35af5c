import ipaddr from 'ipaddr.js'

// Names that do not exist on the public internet (RFC 2606, 6761, 6762, 8375, ICANN for `internal`).
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|home\.arpa|test|invalid|example|example\.(com|net|org))$/

const ROUTED_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns true if an IPv4 or IPv6 address, in any spelling, is on the public internet. Returns false for an address on
 * a private network or on this machine. Returns false too for an address that wraps another one (mapped, translated,
 * tunnelled).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(ROUTED_V6)
}

/** Returns true if a host name or IP address can be public. It decides by the text alone, without DNS. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isNumber = ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host)
  return isNumber ? isPublicAddress(host) : host.includes('.') && !PRIVATE_NAME.test(host)
}

/** Returns true for a host name or IP address that leads to this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '')
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true
  return ipaddr.IPv4.isValidFourPartDecimal(host) && host.startsWith('127.')
}
