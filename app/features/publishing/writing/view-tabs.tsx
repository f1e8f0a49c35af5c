import styles from './writing.module.css'

/** The views of the publish screen. A narrow screen shows one of them, a wide one both. */
export type View = 'write' | 'preview'

const LABELS: Record<View, string> = { write: 'Write', preview: 'Preview' }

/** Switches between the form and its preview on a narrow screen. */
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
