import { useEffect, useRef } from 'react'
import { DeliveryList } from './delivery-list.tsx'
import type { PublishSummary as Summary } from './publishing.ts'

/** What became of a publish, site by site; the toast beside it has said how many. */
export function PublishSummary({ summary }: { summary: Summary }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), []) // whoever sent the form was at its end
  return (
    <section ref={panel} tabIndex={-1} className="panel mb-5" aria-labelledby="published">
      <h2 id="published">
        <a className="link" href={summary.url}>
          {summary.title}
        </a>
      </h2>
      <DeliveryList deliveries={summary.deliveries} />
    </section>
  )
}
