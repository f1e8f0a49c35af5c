import type { ReactNode } from 'react'

interface RunProgressProps {
  title: string
  done: number
  /** Undefined while it is not known. */
  total: number | undefined
  /** The progress in words. */
  standing: string
  /** A sentence that says that the work continues if the reader leaves. */
  note: string
  /** Path of this screen: without scripts, a link there shows the new progress. */
  path: string
  /** The actions while it runs, such as stopping it. */
  children?: ReactNode
}

/** Shows the progress of long work that runs in the background. */
export const RunProgress = ({ title, done, total, standing, note, path, children }: RunProgressProps) => (
  <section className="panel progress" aria-labelledby="run-title">
    <div className="progress-head">
      <h2 id="run-title">{title}</h2>
      <output>{standing}</output>
    </div>
    <progress
      aria-labelledby="run-title"
      {...(total !== undefined && { value: done, max: Math.max(1, total) })}
    />
    <p className="text-small text-muted">
      {note}{' '}
      <a className="link without-scripts" href={path}>
        See how far it is
      </a>
    </p>
    {children}
  </section>
)
