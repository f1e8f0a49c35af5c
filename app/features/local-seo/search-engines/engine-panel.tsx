import { toMoment } from '../../../shared/dates.ts'
import { engineAudience, engineLabels, howToConfigure } from './messages.ts'
import { OUTCOMES } from './outcomes.ts'
import type { EngineState } from './search-engines.ts'
import styles from './search-engines.module.css'

const STATES = {
  ready: { label: 'Ready', tone: 'text-ok' },
  'not-configured': { label: 'Not configured', tone: 'text-muted' },
  'not-public': { label: 'Cannot read this site', tone: 'text-warn' },
} as const

/** Shows one engine: its state, the number of pages that wait, and its last answer. */
export function EnginePanel({ engine, state, waiting, pausedUntil, last }: EngineState) {
  const { label, tone } = STATES[state]
  return (
    <li className={`panel ${styles.engine}`}>
      <h2>{engineLabels[engine]}</h2>
      <p className={`state ${tone}`}>{label}</p>
      <p className="text-small text-muted">
        {state === 'not-configured' ? howToConfigure[engine] : `Tells ${engineAudience[engine]}.`}
      </p>
      {state !== 'not-configured' && (
        <dl>
          <div>
            <dt>Waiting</dt>
            <dd>{toPages(waiting)}</dd>
          </div>
          <div>
            <dt>Last notice</dt>
            <dd>{last ? <LastReceipt {...last} /> : 'None yet'}</dd>
          </div>
          {pausedUntil && (
            <div>
              <dt>Told again</dt>
              <dd>{toMoment(pausedUntil)}</dd>
            </div>
          )}
        </dl>
      )}
    </li>
  )
}

function toPages(count: number): string {
  if (count === 0) return 'Nothing'
  return count === 1 ? 'One page' : `${count.toLocaleString('en-US')} pages`
}

const LastReceipt = ({ outcome, detail, createdAt }: NonNullable<EngineState['last']>) => (
  <>
    <span className={`state ${OUTCOMES[outcome].tone}`}>{OUTCOMES[outcome].label}</span>{' '}
    <time dateTime={createdAt.toISOString()}>{toMoment(createdAt)}</time>
    <span className="block">{detail}</span>
  </>
)
