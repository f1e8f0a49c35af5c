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
