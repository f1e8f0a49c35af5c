import { toMoment } from '../../shared/dates.ts'
import { Notice } from '../../ui/notice.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { notPublic } from './messages.ts'
import { NoticeHistory } from './notice-history.tsx'
import { NotifyNow } from './notify-now.tsx'
import type { NoticeOutcome, NoticesScreen } from './search-engines.ts'

interface NoticesViewProps extends NoticesScreen {
  /** Of the notice that was asked for by the page before, where there are no scripts. */
  outcome: NoticeOutcome | undefined
}

/** What search engines were told of the account's pages, what they answered, and what they are to be told next. */
export function NoticesView({ engines, waiting, history, siteUrl, outcome }: NoticesViewProps) {
  const isReached = engines.some(({ state }) => state === 'ready')
  const isPrivate = engines.some(({ state }) => state === 'not-public')
  return (
    <div className="panels notices">
      {!isReached && isPrivate && <Notice>{notPublic(siteUrl)}</Notice>}
      <div className="notices-head">
        <p className="text-muted">
          Pages that are new, changed or gone are told to search engines by themselves, within a few minutes.
        </p>
        <NotifyNow outcome={outcome} />
      </div>
      <ul className="engines">
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
      <ul className="told-pages">
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
