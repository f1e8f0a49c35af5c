interface RunProgressProps {
  title: string
  done: number
  total: number
  /** How far it is, in words. */
  standing: string
  /** That one may leave, and what goes on meanwhile. */
  note: string
  /** Where to look again, for whoever has no scripts. */
  path: string
}

/** How far long work is that goes on whether anybody looks or not. */
export const RunProgress = ({ title, done, total, standing, note, path }: RunProgressProps) => (
  <section className="panel progress" aria-labelledby="run-title">
    <div className="progress-head">
      <h2 id="run-title">{title}</h2>
      <output>{standing}</output>
    </div>
    <progress aria-labelledby="run-title" value={done} max={Math.max(1, total)} />
    <p className="text-small text-muted">
      {note}{' '}
      <a className="link without-scripts" href={path}>
        See how far it is
      </a>
    </p>
  </section>
)
