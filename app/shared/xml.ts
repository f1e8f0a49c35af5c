/** A finished piece of XML. It has a type of its own, so that plain text is always escaped. */
export class Markup {
  readonly xml: string

  constructor(xml: string) {
    this.xml = xml
  }
}

type Attributes = Record<string, string | undefined>
type Content = string | Markup | undefined

/**
 * Returns an element with text or other elements in it. Text is escaped; undefined attributes and children are left
 * out.
 */
export function tag(name: string, attributes: Attributes, ...content: Content[]): Markup {
  const start = name + toAttributes(attributes)
  const children = content.filter((child) => child !== undefined)
  if (children.length === 0) return new Markup(`<${start}/>`)
  const separator = children.length > 1 ? '\n' : ''
  const inner = children.map((child) => (child instanceof Markup ? child.xml : escapeXml(child)))
  return new Markup(`<${start}>${separator}${inner.join(separator)}${separator}</${name}>`)
}

/** Returns a whole XML document in UTF-8 (w3.org/TR/xml, 2.8). */
export const toXmlDocument = (root: Markup) => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`

function toAttributes(attributes: Attributes): string {
  const pairs = Object.entries(attributes)
  return pairs.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`)).join('')
}

const PLAIN = /^[\t\n !#-%'-;=?-~]*$/ // fast path: a sitemap has a hundred thousand such values
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
// XML parsers read a carriage return as a line feed unless it is a reference (2.11).
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/**
 * Returns a text escaped for element content or an attribute value. Drops the characters that XML 1.0 forbids (2.2).
 */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(ILLEGAL, '').replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character)
}
