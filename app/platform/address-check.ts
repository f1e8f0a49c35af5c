import ipaddr from 'ipaddr.js'

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
