import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

const PARSE_MS = 50

// As in `toPlainText` of the renderer: headings, code, tables and pictures are no running text.
const SKIPPED =
  /^(?:ATXHeading|SetextHeading|FencedCode|CodeBlock|Table$|CommentBlock|LinkReference|Image|HTMLTag|Comment|ProcessingInstruction|LinkLabel|LinkTitle|TaskMarker|HardBreak|\w+Mark$)/
const NOTE = /^\s*\[\^[^\]]+\]:/
const LEFT_OUT = /\[\^[^\]\n]+\]|\{\{.*?\}\}|<[^>]*>/gs

/** Returns the text that readers read from word to word, without the signs of Markdown. */
export function toRunningText(state: EditorState): string {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS)
  if (!tree) return state.doc.toString()
  const parts: string[] = []
  let at = 0
  const take = (end: number) => {
    if (end > at) parts.push(state.sliceDoc(at, end))
  }
  tree.iterate({
    enter({ name, from, to, node }) {
      const isTarget = name === 'URL' && node.parent?.name === 'Link'
      const isNote = name === 'Paragraph' && NOTE.test(state.sliceDoc(from, Math.min(to, from + 100)))
      if (!isTarget && !isNote && !SKIPPED.test(name)) return true
      take(from)
      at = Math.max(at, to)
      return false
    },
  })
  take(state.doc.length)
  return parts.join('').replaceAll(LEFT_OUT, '').replaceAll(/\s+/g, ' ').trim()
}
