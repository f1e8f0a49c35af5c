const TAG = /<!--|<(\/?)([a-z][a-z0-9-]*)(?:[\s/][^<>]*)?>/gi
const HREF = /<a\s[^<>]{0,2000}?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi
// Elements that hold nothing, and those that many a text opens and never closes.
const NEVER_OPEN = new Set(['area','br','col','embed','hr','img','input','link','meta','source','track','wbr','p','li','dt','dd']) // prettier-ignore

/** How often each element of raw HTML is open. */
export type OpenTags = Map<string, number>

/** Where the links of a piece of raw HTML lead, as they are written. */
export const findHrefs = (html: string): string[] =>
  Array.from(html.matchAll(HREF), (found) => found.slice(1).find(Boolean) ?? '')

/** Opens and closes what a piece of raw HTML opens and closes. */
export function followTags(open: OpenTags, html: string): void {
  for (const [whole, slash, name = ''] of html.matchAll(TAG)) {
    if (whole === '<!--') return // what follows is a comment to the end of this piece
    count(open, name.toLowerCase(), slash === '/' ? -1 : 1)
  }
}

function count(open: OpenTags, name: string, change: number): void {
  if (NEVER_OPEN.has(name)) return
  const depth = (open.get(name) ?? 0) + change
  if (depth > 0) open.set(name, depth)
  else open.delete(name)
}
