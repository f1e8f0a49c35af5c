import ipaddr from 'ipaddr.js'

// Names that lead nowhere on the public internet (RFC 2606, 6761, 6762, 8375, ICANN for `internal`).
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|home\.arpa|test|invalid|example|example\.(com|net|org))$/

const ROUTED_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address, IPv4 or IPv6 in any spelling, is one on the public internet: not our own network, not this
 * machine, not one address in another's clothes (mapped, translated, tunnelled).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(ROUTED_V6)
}

/** Whether others could reach a host of an address, by its name or number alone: nobody is asked where it leads. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isNumber = ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host)
  return isNumber ? isPublicAddress(host) : host.includes('.') && !PRIVATE_NAME.test(host)
}
