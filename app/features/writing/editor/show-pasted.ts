import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

// About half a window. A shorter text is in sight as far as its end, where the caret is.
const LONG = { lines: 20, letters: 2000 }
const MARGIN_PX = 40

/** Shows a long text that was pasted from its first line, where the caret was. Otherwise only its end would be in sight. */
export const showPasted = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent('input.paste')) return null
  let [from, to] = [Infinity, 0]
  transaction.changes.iterChanges((...places) => {
    from = Math.min(from, places[2])
    to = Math.max(to, places[3])
  })
  const lineAt = (place: number) => transaction.newDoc.lineAt(place).number
  if (to - from < LONG.letters && lineAt(to) - lineAt(from) < LONG.lines) return null
  return { effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: MARGIN_PX }) }
})
