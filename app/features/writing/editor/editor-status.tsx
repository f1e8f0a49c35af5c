import type { EditorView } from '@codemirror/view'
import { createPortal } from 'react-dom'
import styles from './editor.module.css'
import { useCounts } from './use-counts.ts'

interface EditorStatusProps {
  view: EditorView
  /** The number of pictures that are being added. */
  pending: number
  failures: string[]
  /** The place of the length of the text. */
  slot: HTMLElement | null
}

/** The length of the text, and below the text the state of its pictures. */
export function EditorStatus({ view, pending, failures, slot }: EditorStatusProps) {
  const { words, minutes } = useCounts(view)
  return (
    <>
      {slot &&
        createPortal(
          <span>
            {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
            {words > 0 && `, ${minutes} min`}
          </span>,
          slot,
        )}
      {pending > 0 && <p className={styles.status}>{toPendingText(pending)}</p>}
      <div role="alert">
        {failures.map((failure) => (
          <p key={failure} className="mt-1 text-small text-bad">
            {failure}
          </p>
        ))}
      </div>
    </>
  )
}

const toPendingText = (pending: number) =>
  pending === 1 ? 'Adding a picture...' : `Adding ${pending} pictures...`
