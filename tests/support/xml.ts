/** An element of a parsed document. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  /** The text of the element itself, unescaped. Whitespace between child elements is removed. */
  text: string
  children: XmlElement[]
}

const PIECE = /<([^>]*)>|([^<]+)/gy
const TAG = /^([a-z][\w.-]*(?::[a-z][\w.-]*)?)((?:\s+[a-z][\w.-]*(?::[a-z][\w.-]*)?="[^"<]*")*)\s*$/i
const ATTRIBUTE = /\s([\w:.-]+)="([^"]*)"/g
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Parses a document as strictly as XML requires (w3.org/TR/xml), with namespaces. Throws if it is not well-formed. */
export function readXml(xml: string): XmlElement {
  if (!xml.startsWith(DECLARATION)) throw new Error('The declaration is missing.')
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let end = DECLARATION.length
  for (const match of xml.matchAll(PIECE)) {
    if (match.index === 0) continue // the declaration
    readPiece(open, match)
    end = match.index + match[0].length
  }
  const [root, ...others] = top.children
  if (end < xml.length) throw new Error(`Not well formed from ${end} on.`)
  if (!root || open.length > 1 || others.length > 0 || top.text.trim() !== '')
    throw new Error('A document is one element.')
  checkPrefixes(root, new Set(['xml']))
  return root
}

function readPiece(open: XmlElement[], [piece, tag, text]: RegExpExecArray): void {
  const parent = open.at(-1)
  if (!parent) throw new Error(`Nothing is open at ${piece}`)
  if (text !== undefined) parent.text += toText(text)
  else if (tag?.startsWith('/')) close(open, tag.slice(1))
  else begin(open, tag ?? '')
}

/** Returns the children of an element with a name. */
export const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child.name === name)

/** Returns the texts of the children of an element with a name. */
export const textsOf = (element: XmlElement, name: string) =>
  childrenOf(element, name).map((child) => child.text)

function begin(open: XmlElement[], tag: string): void {
  const isEmpty = tag.endsWith('/')
  const [, name, attributes] = TAG.exec(isEmpty ? tag.slice(0, -1) : tag) ?? []
  if (name === undefined || attributes === undefined) throw new Error(`Not a tag: ${tag}`)
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, toText(value)])
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`An attribute twice: ${tag}`)
  const element = { name, attributes: Object.fromEntries(pairs), text: '', children: [] }
  open.at(-1)?.children.push(element)
  if (!isEmpty) open.push(element)
}

function close(open: XmlElement[], name: string): void {
  const closed = open.pop()
  if (closed?.name !== name) throw new Error(`${name} ends and is not open.`)
  if (closed.children.length === 0) return
  if (closed.text.trim() !== '') throw new Error(`${name} mixes text and elements.`)
  closed.text = ''
}

function toText(escaped: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what it looks for
  if (/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/.test(escaped) || !escaped.isWellFormed())
    throw new Error(`Not allowed in XML: ${JSON.stringify(escaped)}`)
  if (escaped.includes(']]>')) throw new Error(`Not allowed in text: ${escaped}`)
  return escaped.replace(/&([^;]*);?/g, (reference, name: string) => {
    const character = reference.endsWith(';') ? CHARACTERS[name] : undefined
    if (character === undefined) throw new Error(`Not a reference: ${reference}`)
    return character
  })
}

function checkPrefixes(element: XmlElement, known: Set<string>): void {
  const keys = Object.keys(element.attributes)
  const inside = new Set([
    ...known,
    ...keys.filter((key) => key.startsWith('xmlns:')).map((key) => key.slice(6)),
  ])
  for (const name of [element.name, ...keys.filter((key) => !key.startsWith('xmlns'))]) {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined
    if (prefix !== undefined && !inside.has(prefix)) throw new Error(`No such namespace: ${name}`)
  }
  for (const child of element.children) checkPrefixes(child, inside)
}
