import styles from './writing.module.css'

/** What the publish screen shows: on a narrow screen alone, on a wide one beside the text. */
export type View = 'write' | 'preview'

const LABELS: Record<View, string> = { write: 'Write', preview: 'Preview' }

/** Switches between the form and its preview where there is no room for both. */
export function ViewTabs({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className={`${styles.viewTabs} needs-scripts`}>
      <legend className="sr-only">View</legend>
      {(Object.keys(LABELS) as View[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onChange(name)}>
          {LABELS[name]}
        </button>
      ))}
    </fieldset>
  )
}
