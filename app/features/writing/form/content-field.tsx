import { lazy, Suspense, useRef } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import { loadMarkdownEditor, type MarkdownEditorProps } from '../editor/editor.ts'
import styles from '../writing.module.css'

interface ContentFieldProps extends Omit<MarkdownEditorProps, 'area'> {
  name: string
  defaultValue: string
  error: string | undefined
}

// A separate script, which is loaded after the screen. If that fails, the text area stays.
const MarkdownEditor = lazy(() => loadMarkdownEditor().catch(() => ({ default: () => null })))

/** The field for the text in Markdown: a text area, and the editor in its place once that is loaded. */
export function ContentField({ name, defaultValue, error, ...editor }: ContentFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const runsScripts = useRunsScripts()
  return (
    <div className={styles.content}>
      <TextArea
        ref={area}
        label="Content * (Markdown supported)"
        required
        placeholder="Write in Markdown."
        rows={18}
        {...{ name, defaultValue, error }}
      />
      {runsScripts && (
        <Suspense>
          <MarkdownEditor area={area} {...editor} />
        </Suspense>
      )}
    </div>
  )
}
