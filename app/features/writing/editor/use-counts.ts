import { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'

const PAUSE_MS = 300 // counting the words of a long text at each keystroke would delay the typing
const WORDS_PER_MINUTE = 220

/** Returns the number of words in a text and its reading time in minutes. Updates when the author pauses. */
export function useCounts(view: EditorView): { words: number; minutes: number } {
  const [words, setWords] = useState(() => countWords(view))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => setWords(countWords(view))
    const listener = EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return
      clearTimeout(timer)
      timer = setTimeout(count, PAUSE_MS)
    })
    view.dispatch({ effects: StateEffect.appendConfig.of(listener) })
    return () => clearTimeout(timer)
  }, [view])
  return { words, minutes: Math.ceil(words / WORDS_PER_MINUTE) }
}

function countWords({ state }: EditorView): number {
  let count = 0
  for (const text of state.doc.iterLines()) count += text.match(/\S+/g)?.length ?? 0
  return count
}
