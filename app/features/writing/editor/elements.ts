import { listAll } from '../../../shared/html-to-markdown/html-parts.ts'

/** The attribute that holds the style of an element, as our content security policy allows no `style`. */
export const STYLE = 'data-style'

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element)
  element.remove()
}

/** Renames an element. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of Array.from(element.attributes))
    renamed.setAttribute(attribute, value)
  while (element.firstChild) renamed.appendChild(element.firstChild)
  element.parentNode?.replaceChild(renamed, element)
  return renamed
}

/** The selector of elements that begin a new line. */
export const BLOCKS =
  'address, article, aside, blockquote, details, dd, div, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, tbody, td, th, thead, tr, ul'
const BLOCK_NAMES = new Set(BLOCKS.toUpperCase().split(', '))

/** Returns true for an element that begins a new line. */
export const isBlock = (node: Node | null): boolean => node !== null && BLOCK_NAMES.has(node.nodeName)

/** Returns true for an element that holds others of which each begins a new line. */
export const holdsBlocks = (element: Element): boolean => listAll(element, BLOCKS).length > 0

/** Returns the texts in an element, in their order. */
export const listTexts = (within: Node): Node[] =>
  Array.from(within.childNodes).flatMap((node) => (node.nodeType === 3 ? [node] : listTexts(node)))
