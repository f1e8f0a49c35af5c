import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { ComparedTexts } from './compare-lines.ts'
import styles from './merge-pane.module.css'

/** Two texts side by side, with the words that differ, and buttons that lead from change to change. */
export function MergePane({ from, to, names: [fromName, toName] }: ComparedTexts) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<MergeView>()
  const [isWhole, setIsWhole] = useState(false)
  const [at, setAt] = useState<number>()
  useEffect(() => {
    if (!host.current) return undefined
    const opened = openView(host.current, { from, to, names: [fromName, toName], isWhole })
    setView(opened)
    setAt(undefined)
    return () => opened.destroy()
  }, [from, to, fromName, toName, isWhole])
  const count = view?.chunks.length ?? 0
  const go = (step: 1 | -1) => {
    const next = at === undefined ? Math.min(step, 0) : at + step
    if (view) setAt(showChange(view, (next + count) % count))
  }
  return (
    <div>
      <div className={styles.bar}>
        <button type="button" className="button" disabled={count === 0} onClick={() => go(-1)}>
          Previous change
        </button>
        <button type="button" className="button" disabled={count === 0} onClick={() => go(1)}>
          Next change
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={isWhole}
          onClick={() => setIsWhole((before) => !before)}
        >
          Show all lines
        </button>
        <output>{at === undefined ? toCount(count) : `Change ${at + 1} of ${count}`}</output>
      </div>
      <div className={styles.names} aria-hidden="true">
        <span>{fromName}</span>
        <span>{toName}</span>
      </div>
      <div ref={host} className={styles.texts} />
    </div>
  )
}

const toCount = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`)

const SAME_LINES = { margin: 3, minSize: 4 }
// Two very different texts of half a million characters are compared less precisely rather than for minutes.
const PRECISION = { scanLimit: 1000, timeout: 400 }

function openView(
  parent: HTMLElement,
  { from, to, names, isWhole }: ComparedTexts & { isWhole: boolean },
): MergeView {
  return new MergeView({
    parent,
    a: { doc: from, extensions: toExtensions(names[0]) },
    b: { doc: to, extensions: toExtensions(names[1]) },
    gutter: false,
    diffConfig: PRECISION,
    ...(!isWhole && { collapseUnchanged: SAME_LINES }),
  })
}

// A read-only text has a caret, so that the keyboard and screen readers move through it. No on-screen keyboard opens.
const toExtensions = (name: string) => [
  EditorState.readOnly.of(true),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.contentAttributes.of({ 'aria-label': name, 'aria-readonly': 'true', inputmode: 'none' }),
  // The content security policy allows a style sheet that has the nonce of the page.
  EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
]

// Returns the index of the change.
function showChange({ a, b, chunks }: MergeView, index: number): number {
  const chunk = chunks[index]
  if (chunk) {
    a.dispatch({ selection: { anchor: Math.min(chunk.fromA, a.state.doc.length) } })
    const anchor = Math.min(chunk.fromB, b.state.doc.length)
    b.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
  }
  return index
}
