import type { ReactNode } from 'react'

/** One part of long work. */
export interface ProgressPart {
  id: string
  label: string
  /** Its state in words, such as `Sending...`; `tone` is the colour of them. */
  state: string
  tone: 'ok' | 'warn' | 'bad'
  /** Its result. */
  note?: ReactNode
}

interface ProgressProps {
  title: string
  /** The word for the parts, such as `sites`. */
  unit: string
  done: number
  total: number
  parts: ProgressPart[]
}

const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' }

/** Shows the progress of long work, with the result of each part so far. */
export function Progress({ title, unit, done, total, parts }: ProgressProps) {
  return (
    <section className="panel progress" aria-labelledby="progress-title">
      <div className="progress-head">
        <h2 id="progress-title">{title}</h2>
        <output>
          {done} of {total} {unit}
        </output>
      </div>
      <progress aria-labelledby="progress-title" value={done} max={Math.max(1, total)} />
      <ul className="progress-parts">
        {parts.map(({ id, label, state, tone, note }) => (
          <li key={id}>
            <span className="min-w-0 font-[550] wrap-anywhere">{label}</span>
            <span className={`state ${TONES[tone]}`}>{state}</span>
            {note && <span className="progress-note">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
