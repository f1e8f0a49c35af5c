import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DeliveryList } from './delivery-list.tsx'
import type { PublishSummary as Summary } from '../deliveries/deliveries.ts'
import styles from './writing.module.css'

interface PublishSummaryProps {
  summary: Summary
  /** The path of the article's cover. */
  cover: string | undefined
}

/** Shows the result of a publish for each site, with links to the next steps. The toast beside it has the counts. */
export function PublishSummary({ summary, cover }: PublishSummaryProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), []) // the author's scroll position is still the end of the form
  return (
    <section ref={panel} tabIndex={-1} className={`panel ${styles.result}`} aria-labelledby="published">
      {cover && <img src={cover} alt="" width={800} height={500} />}
      <div>
        <h2 id="published">
          <a className="link" href={summary.url}>
            {summary.title}
          </a>
        </h2>
        <DeliveryList deliveries={summary.deliveries} />
        <p className={styles.next}>
          <Link className="button is-primary" to="/publisher">
            Write another
          </Link>
          <Link className="button" to={`/articles/${summary.articleId}`}>
            Edit
          </Link>
        </p>
      </div>
    </section>
  )
}
