const LINES = [
  'New stories throughout the day',
  'Technology, business, science, sports and travel in one place',
  'Every author and every category has a page of its own',
  'Follow along in your own reader by RSS',
]

/** The breaking-news strip; it stops under the pointer, with the focus inside, or by its own switch. */
export function NewsStrip() {
  const text = LINES.join(' \u00a0·\u00a0 ')
  return (
    <aside className="ticker" aria-label="Breaking news">
      <div className="wrap flex items-center gap-4">
        <strong>Breaking</strong>
        <div className="ticker-window">
          <span className="ticker-text">{text}</span>
          <span className="ticker-text" aria-hidden="true">
            {text}
          </span>
        </div>
        <label className="ticker-pause">
          <input type="checkbox" className="sr-only" />
          Pause
        </label>
      </div>
    </aside>
  )
}
