import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DeliveryList } from './delivery-list.tsx'
import type { PublishSummary as Summary } from '../../delivery/deliveries/deliveries.ts'
import { UndoRun } from '../../../ui/undo-run.tsx'
import { UNDO_PATH } from '../writing.ts'
import styles from '../writing.module.css'

interface PublishSummaryProps {
  summary: Summary
  /** True if it is the first article of the account. */
  isFirst?: boolean | undefined
  /** The path of the article's cover. */
  cover?: string | undefined
  /** The run of the publish. */
  undoRunId?: string | undefined
}

/** Shows the result of a publish for each site, with links to the next steps. The toast beside it has the counts. */
export function PublishSummary({ summary, isFirst = false, cover, undoRunId }: PublishSummaryProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), []) // the author's scroll position is still the end of the form
  return (
    <section ref={panel} tabIndex={-1} className={`panel ${styles.result}`} aria-labelledby="published">
      {cover && <img src={cover} alt="" width={800} height={500} />}
      <div>
        <h2 id="published">
          {summary.url === null ? (
            summary.title
          ) : (
            <a className="link" href={summary.url}>
              {summary.title}
            </a>
          )}
        </h2>
        <DeliveryList deliveries={summary.deliveries} />
        {isFirst && (
          <p className="mt-3 text-muted">
            Live. Next:{' '}
            <Link className="link" to="/import">
              bring your old posts
            </Link>
          </p>
        )}
        <div className={styles.next}>
          {summary.url !== null && (
            <>
              <a className="button is-primary" href={summary.url}>
                View it
              </a>
              <CopyLink url={summary.url} />
            </>
          )}
          <Link className="button" to="/publisher">
            Write another
          </Link>
          <Link className="button" to={`/articles/${summary.articleId}`}>
            Edit
          </Link>
          {undoRunId && <UndoRun runId={undoRunId} path={UNDO_PATH} />}
        </div>
      </div>
    </section>
  )
}

function CopyLink({ url }: { url: string }) {
  const [answer, setAnswer] = useState('Copy link')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setAnswer('Link copied'),
      () => setAnswer('Not copied: the browser does not allow it'),
    )
  return (
    <button type="button" className="button needs-scripts" aria-live="polite" onClick={() => void copy()}>
      {answer}
    </button>
  )
}
