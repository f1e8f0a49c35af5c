import { EditorSelection, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Shows a pasted text whole, or from its first line if it is longer than the window. Without this, only the caret at its
 * end would be in sight.
 */
export const showPasted = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent('input.paste')) return null
  let [from, to] = [Infinity, 0]
  transaction.changes.iterChanges((...places) => {
    from = Math.min(from, places[2])
    to = Math.max(to, places[3])
  })
  // The head of the range counts if both ends do not fit.
  return { effects: EditorView.scrollIntoView(EditorSelection.range(to, from)) }
})
