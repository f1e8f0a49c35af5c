import styles from './news-strip.module.css'

const LINES = [
  'New stories throughout the day',
  'Technology, business, science, sports and travel in one place',
  'Every author and every category has a page of its own',
  'Follow along in your own reader by RSS',
]

/** Shows the moving breaking-news strip. It stops on hover, on focus and by its checkbox. */
export function NewsStrip() {
  const text = LINES.join(' \u00a0·\u00a0 ')
  return (
    <aside className={styles.strip} aria-label="Breaking news">
      <div className="wrap flex items-center gap-4">
        <strong>Breaking</strong>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without motion it is scrolled, also by keys */}
        <div className={styles.window} tabIndex={0}>
          <span className={styles.text}>{text}</span>
          <span className={styles.text} aria-hidden="true">
            {text}
          </span>
        </div>
        <label className={styles.pause}>
          <input type="checkbox" className="sr-only" />
          Pause
        </label>
      </div>
    </aside>
  )
}
