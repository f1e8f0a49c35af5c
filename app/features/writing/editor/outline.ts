import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { TextPlace } from './text-field.ts'

/** A heading of a text. */
export interface Heading {
  level: number
  title: string
  from: number
}

const PARSE_MS = 50
const MARKS = /^\s{0,3}#{1,6}(?:\s+|$)|\s+#+\s*$|\n\s*(?:=+|-+)\s*$/g
const found = new WeakMap<Text, Heading[]>()

/** Lists the headings of a text, in their order. */
export function listHeadings(state: EditorState): Heading[] {
  const known = found.get(state.doc)
  if (known) return known
  const headings: Heading[] = []
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS)
  tree?.iterate({
    enter({ name, from, to }) {
      const level = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1])
      if (!level) return name !== 'Paragraph' && !name.endsWith('Block')
      headings.push({ level, from, title: state.sliceDoc(from, to).replaceAll(MARKS, '').trim() })
      return false
    },
  })
  if (tree) found.set(state.doc, headings)
  return headings
}

/** Returns the position at the top of the visible text. */
export function findPlace(view: EditorView): TextPlace {
  const edge = Math.max(0, view.scrollDOM.getBoundingClientRect().top)
  const height = Math.max(0, edge - view.documentTop)
  const headings = listHeadings(view.state)
  const above = headings.findLastIndex(({ from }) => view.lineBlockAt(from).top <= height) + 1
  const [start, end] = findSection(view, headings, above)
  const most = Math.max(1, view.contentHeight - view.scrollDOM.clientHeight)
  return {
    share: Math.min(1, height / most),
    headings: headings.length,
    above,
    between: end > start ? Math.min(1, (height - start) / (end - start)) : 0,
  }
}

// The heights of the heading above a place and of the next one.
function findSection(view: EditorView, headings: Heading[], above: number): [number, number] {
  const [last, next] = [headings[above - 1], headings[above]]
  const topOf = ({ from }: Heading) => view.lineBlockAt(from).top
  return [last ? topOf(last) : 0, next ? topOf(next) : view.contentHeight]
}

// The heights of lines that were never in sight are estimated: each step comes closer.
const STEPS = 4

/** Scrolls the page to a place of the text. If the text has other headings, to the same share of its height. */
export function scrollToPlace(view: EditorView, place: TextPlace, steps = STEPS): void {
  if (steps === 0 || !view.dom.checkVisibility()) return
  const { share, above, between } = place
  if (share === 0) return scrollTo({ behavior: 'instant', top: 0 })
  const headings = listHeadings(view.state)
  const [start, end] = findSection(view, headings, above)
  const isSame = headings.length === place.headings
  scrollBy({
    top: view.documentTop + (isSame ? start + between * (end - start) : share * view.contentHeight),
  })
  requestAnimationFrame(() => scrollToPlace(view, place, steps - 1))
}
