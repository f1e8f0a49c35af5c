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
  const topOf = ({ from }: Heading) => view.lineBlockAt(from).top
  const above = headings.findLastIndex((heading) => topOf(heading) <= height) + 1
  const [last, next] = [headings[above - 1], headings[above]]
  const [start, end] = [last ? topOf(last) : 0, next ? topOf(next) : view.contentHeight]
  const most = Math.max(1, view.contentHeight - view.scrollDOM.clientHeight)
  return {
    share: Math.min(1, height / most),
    headings: headings.length,
    above,
    between: end > start ? Math.min(1, (height - start) / (end - start)) : 0,
  }
}
