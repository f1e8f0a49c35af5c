import { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { measureText, type TextLength } from '../../../shared/measure-text.ts'
import { toRunningText } from './running-text.ts'

const PAUSE_MS = 300 // counting the words of a long text at each keystroke would delay the typing

/** Returns the length of a text, counted as on the pages of readers. Updates when the author pauses. */
export function useCounts(view: EditorView): TextLength {
  const [length, setLength] = useState(() => measure(view))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => setLength(measure(view))
    const listener = EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return
      clearTimeout(timer)
      timer = setTimeout(count, PAUSE_MS)
    })
    view.dispatch({ effects: StateEffect.appendConfig.of(listener) })
    return () => clearTimeout(timer)
  }, [view])
  return length
}

const measure = ({ state }: EditorView) => measureText(toRunningText(state))
