/**
 * Returns a typed web address as a URL; with https if it has no scheme. Undefined for other texts, such as one with a
 * password, and for characters about which parsers disagree: they could lead to another host.
 */
export function parseWebUrl(value: string): URL | undefined {
  const text = value.trim()
  if (text.length > 2048 || /[\p{Cc}\\\s#]/u.test(text)) return undefined
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !/\/\/[^/]*@/.test(address) && !address.endsWith('?')
    ? url
    : undefined
}
