import { Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { FIXER_PATH, type FixRun, toTally } from './fixer.ts'
import { RUN_TITLES } from './messages.ts'
import styles from './fixer.module.css'

/** Lists the newest runs, each with a link to its results. Shows nothing for fewer than two runs. */
export function FixHistory({ runs, current }: { runs: FixRun[]; current: string | undefined }) {
  if (runs.length < 2) return null
  return (
    <section className="panel mt-5" aria-labelledby="history">
      <h2 id="history">Runs</h2>
      <p className="panel-lead">The last twelve. What they did is kept for 90 days.</p>
      <ul className={styles.history}>
        {runs.map((run) => (
          <li key={run.id}>
            <Link to={`${FIXER_PATH}?run=${run.id}`} aria-current={run.id === current ? 'true' : undefined}>
              <b>{RUN_TITLES[run.mode].done}</b>
              <time dateTime={run.createdAt.toISOString()}>{toMoment(run.createdAt)}</time>
              <ResultBar run={run} />
              <span className="text-muted">{toState(run)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toState(run: FixRun): string {
  if (run.state === 'failed') return 'Stopped'
  if (run.state !== 'done') return 'Under way'
  const { processed, skipped, failed } = toTally(run)
  return `${processed} done, ${skipped} skipped, ${failed} failed`
}

/** A bar whose parts are the shares of changed, skipped and failed posts. */
function ResultBar({ run }: { run: FixRun }) {
  const { processed, skipped, failed } = toTally(run)
  const all = Math.max(1, processed + skipped + failed)
  return (
    <svg className="share-bar" viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="fill-ok" width={processed} height="1" />
      <rect className="fill-edge" x={processed} width={skipped} height="1" />
      <rect className="fill-bad" x={processed + skipped} width={failed} height="1" />
    </svg>
  )
}
