import { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { listHeadings } from './outline.ts'
import { EditorPanel } from './panel.tsx'
import styles from './editor.module.css'

/** Lists the headings of the text as links to them. */
export function OutlinePanel({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const [headings] = useState(() => listHeadings(view.state))
  const go = (from: number) => {
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    onClose()
  }
  return (
    <EditorPanel title="Outline" onClose={onClose}>
      {headings.length === 0 && (
        <p className={styles.say}>No headings yet. Begin a line with ## to make one.</p>
      )}
      <ol className={styles.choices}>
        {headings.map(({ from, level, title }, index) => (
          <li key={from} data-level={level}>
            <button type="button" data-first={index === 0 || undefined} onClick={() => go(from)}>
              {title || 'Without a title'}
            </button>
          </li>
        ))}
      </ol>
    </EditorPanel>
  )
}
