/** A finished piece of XML, kept apart from text so that text can never become markup. */
export class Markup {
  readonly xml: string

  constructor(xml: string) {
    this.xml = xml
  }
}

export type Attributes = Record<string, string | undefined>
export type Content = string | Markup | undefined

/** An element of text or of other elements. Text is escaped; an attribute or a child that is undefined is left out. */
export function tag(name: string, attributes: Attributes, ...content: Content[]): Markup {
  const start = name + toAttributes(attributes)
  const children = content.filter((child) => child !== undefined)
  if (children.length === 0) return new Markup(`<${start}/>`)
  const separator = children.length > 1 ? '\n' : ''
  const inner = children.map((child) => (child instanceof Markup ? child.xml : escapeXml(child)))
  return new Markup(`<${start}>${separator}${inner.join(separator)}${separator}</${name}>`)
}

/** A whole document in UTF-8 (w3.org/TR/xml, 2.8). */
export const toXmlDocument = (root: Markup) => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`

function toAttributes(attributes: Attributes): string {
  const pairs = Object.entries(attributes)
  return pairs.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`)).join('')
}

const PLAIN = /^[\t\n !#-%'-;=?-~]*$/ // nearly all values of a sitemap, and it has a hundred thousand
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
// A carriage return that is not written as a reference would be read as a line feed (2.11).
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Text as element content or attribute value. Characters that XML 1.0 does not allow at all are dropped (2.2). */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(ILLEGAL, '').replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character)
}
