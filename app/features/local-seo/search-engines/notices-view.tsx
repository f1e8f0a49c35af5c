import { toMoment } from '../../../shared/dates.ts'
import { Notice } from '../../../ui/notice.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { notPublic } from './messages.ts'
import { NoticeHistory } from './notice-history.tsx'
import { NotifyNow } from './notify-now.tsx'
import type { NoticeOutcome, NoticesScreen } from './search-engines.ts'
import styles from './search-engines.module.css'

interface NoticesViewProps extends NoticesScreen {
  /** The outcome of a notice that a form without scripts has started. */
  outcome: NoticeOutcome | undefined
}

/** The screen of notices: the engines, the pages that wait, and the answers to earlier notices. */
export function NoticesView({ engines, waiting, history, siteUrl, outcome }: NoticesViewProps) {
  const isReached = engines.some(({ state }) => state === 'ready')
  const isPrivate = engines.some(({ state }) => state === 'not-public')
  return (
    <div className={`panels ${styles.page}`}>
      {!isReached && isPrivate && <Notice isStanding>{notPublic(siteUrl)}</Notice>}
      <div className={styles.head}>
        <p className="text-muted">
          Pages that are new, changed or gone are told to search engines by themselves, within a few minutes.
        </p>
        <NotifyNow outcome={outcome} />
      </div>
      <ul className={styles.engines}>
        {engines.map((engine) => (
          <EnginePanel key={engine.engine} {...engine} />
        ))}
      </ul>
      <Waiting {...waiting} isReached={isReached} />
      <NoticeHistory {...history} />
    </div>
  )
}

const CHANGES = { changed: 'New or changed', removed: 'Gone' } as const

function Waiting({ pages, total, isReached }: NoticesScreen['waiting'] & { isReached: boolean }) {
  return (
    <section className="panel" aria-labelledby="waiting">
      <h2 id="waiting">Waiting to be told{total > 0 && ` (${total.toLocaleString('en-US')})`}</h2>
      {total === 0 && (
        <p className="panel-lead">
          {isReached
            ? 'Nothing: there is no change that an engine is still to be told of.'
            : 'Nothing is noted as long as no engine can be told.'}
        </p>
      )}
      <ul className={styles.changedPages}>
        {pages.map(({ id, url, change, changedAt }) => (
          <li key={id}>
            <span className="wrap-anywhere">{url}</span>
            <span className="text-small text-muted">
              {CHANGES[change]} · <time dateTime={changedAt.toISOString()}>{toMoment(changedAt)}</time>
            </span>
          </li>
        ))}
      </ul>
      {total > pages.length && (
        <p className="text-small text-muted">
          The first {pages.length} of {total.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  )
}
