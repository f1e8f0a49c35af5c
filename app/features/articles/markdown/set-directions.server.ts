import { hasRightToLeft, toDirection } from '../../../shared/directions.ts'

type Direction = 'ltr' | 'rtl' | undefined

// Blocks of text, and blocks of such blocks. Code keeps its own direction, by the style sheet.
const TEXTS = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption', 'figcaption', 'summary'])
const GROUPS = new Set([
  'div',
  'section',
  'details',
  'figure',
  'blockquote',
  'ul',
  'ol',
  'li',
  'dl',
  'dd',
  'table',
  'th',
  'td',
])
const EMPTY = new Set(['br', 'hr', 'img', 'input'])

// The sanitiser escapes all other brackets.
const PIECE = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
const ENTITY = /&#?\w+;/g

interface Element {
  name: string
  parent: Element | undefined
  /** The direction that its author wrote; empty if there is none. */
  written: string
  /** The direction of its first letter. */
  first: Direction
  /** The end of its attributes. */
  end: number
}

/**
 * Adds `dir` to the blocks of a text whose direction is not that of the text around them, by their first letters. HTML
 * without right-to-left characters stays as it is. If `isMixed`, the text may stand in a page of either direction.
 */
export function setDirections(html: string, isMixed: boolean): string {
  if (!hasRightToLeft(html)) return html
  const resolved = new Map<Element | undefined, Direction>([[undefined, isMixed ? undefined : 'ltr']])
  let done = 0
  let result = ''
  for (const element of listElements(html)) {
    const around = resolved.get(element.parent)
    const own = resolve(element, around)
    resolved.set(element, own)
    if (element.written !== '' || own === around) continue
    result += `${html.slice(done, element.end)} dir="${TEXTS.has(element.name) ? 'auto' : own}"`
    done = element.end
  }
  return result + html.slice(done)
}

// Other elements than blocks have the direction around them, unless their author wrote one.
function resolve({ name, written, first }: Element, around: Direction): Direction {
  if (written === 'ltr' || written === 'rtl') return written
  return TEXTS.has(name) || GROUPS.has(name) || written !== '' ? (first ?? around) : around
}

function listElements(html: string): Element[] {
  const elements: Element[] = []
  let open: Element | undefined
  for (const { 0: piece, 1: slash, 2: name, 3: attributes = '', index } of html.matchAll(PIECE)) {
    if (name === undefined) noteDirection(open, piece)
    else if (slash) open = open?.parent
    else if (!EMPTY.has(name)) {
      const written = / dir="([^"]*)"/.exec(attributes)?.[1] ?? ''
      open = { name, parent: open, written, first: undefined, end: index + piece.length - 1 }
      elements.push(open)
    }
  }
  return elements
}

// Gives its direction to all elements around a text that have none yet.
function noteDirection(innermost: Element | undefined, text: string): void {
  const first = toDirection(text.replaceAll(ENTITY, ' '))
  if (!first) return
  for (let element = innermost; element && !element.first; element = element.parent) element.first = first
}
