import type { EditorView } from '@codemirror/view'
import styles from './editor.module.css'
import { useCounts } from './use-counts.ts'

interface EditorStatusProps {
  view: EditorView
  /** The number of pictures that are being added. */
  pending: number
  failures: string[]
}

/** The line below the text, with its length and the state of its pictures. */
export function EditorStatus({ view, pending, failures }: EditorStatusProps) {
  const { words, minutes } = useCounts(view)
  return (
    <>
      <p className={styles.status}>
        <span>{pending > 0 ? toPendingText(pending) : 'Paste or drop an image to add it'}</span>
        <span>
          {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
          {words > 0 && `, ${minutes} min`}
        </span>
      </p>
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
  pending === 1 ? 'Adding an image...' : `Adding ${pending} images...`
