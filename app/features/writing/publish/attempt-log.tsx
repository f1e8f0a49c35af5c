import { toMoment } from '../../../shared/dates.ts'
import type { DeliveryAttempt } from '../../delivery/deliveries/deliveries.ts'

/** Shows the attempts to deliver an article, the newest first. Renders nothing without attempts. */
export function AttemptLog({ attempts }: { attempts: DeliveryAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <details className="fold mt-4 border-t border-rule pt-3">
      <summary className="text-small font-[550]">Log of deliveries ({attempts.length})</summary>
      <ol className="mt-3 grid gap-1.5 text-small">
        {attempts.map(({ id, siteName, startedAt, ending, isFailed, durationMs }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <time className="text-muted tabular-nums" dateTime={startedAt.toISOString()}>
              {toMoment(startedAt)}
            </time>
            <span className="font-[550]">{siteName}</span>
            <span className={isFailed ? 'text-bad' : undefined}>{ending ?? 'Did not end'}</span>
            {durationMs !== null && (
              <span className="text-muted">{durationMs.toLocaleString('en-US')} ms</span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
