export type View = 'write' | 'preview'

const LABELS: Record<View, string> = { write: 'Write', preview: 'Preview' }

/** Chooses what is in sight where there is no room for both. */
export function ViewTabs({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className="view-tabs needs-scripts">
      <legend className="sr-only">View</legend>
      {(Object.keys(LABELS) as View[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onChange(name)}>
          {LABELS[name]}
        </button>
      ))}
    </fieldset>
  )
}
