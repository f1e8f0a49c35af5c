const LINK = /<a\s[^<>]*>|<\/a>/g
const HREF = /<a\s[^<>]*\bhref="([^"]*)"/g

/** Returns true if two sanitised HTML texts differ only in links: the second has new links to exactly these targets. */
export function differsOnlyInLinks(before: string, after: string, targets: string[]): boolean {
  if (before.replaceAll(LINK, '') !== after.replaceAll(LINK, '')) return false
  const added = listHrefs(after)
  for (const href of listHrefs(before)) {
    const index = added.indexOf(href)
    if (index === -1) return false
    added.splice(index, 1)
  }
  return added.toSorted().join(' ') === targets.map(toHref).toSorted().join(' ')
}

const listHrefs = (html: string) => Array.from(html.matchAll(HREF), ([, href = '']) => toHref(href))

const toHref = (address: string) => {
  const plain = address.replaceAll('&amp;', '&')
  return URL.parse(plain)?.href ?? plain
}
