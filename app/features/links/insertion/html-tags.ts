const TAG = /<!--|<(\/?)([a-z][a-z0-9-]*)(?:[\s/][^<>]*)?>/gi
const HREF = /<a\s[^<>]{0,2000}?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi
// Elements without content, and those that many texts open but do not close.
const NEVER_OPEN = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'dt',
  'dd',
])

/** The number of open elements of raw HTML, by their names in lower case. */
export type OpenTags = Map<string, number>

/** Returns the addresses of the links of a piece of raw HTML, as they are written. */
export const findHrefs = (html: string): string[] =>
  Array.from(html.matchAll(HREF), (found) => found.slice(1).find(Boolean) ?? '')

/** Updates the open elements with the tags of a piece of raw HTML. */
export function followTags(open: OpenTags, html: string): void {
  for (const [whole, slash, name = ''] of html.matchAll(TAG)) {
    if (whole === '<!--') return // the rest of the piece is a comment
    changeDepth(open, name.toLowerCase(), slash === '/' ? -1 : 1)
  }
}

function changeDepth(open: OpenTags, name: string, change: number): void {
  if (NEVER_OPEN.has(name)) return
  const depth = (open.get(name) ?? 0) + change
  if (depth > 0) open.set(name, depth)
  else open.delete(name)
}
