import type { DeliveryOutcome, PublishSummary as Summary } from './publishing.ts'

const STATES: Record<DeliveryOutcome['state'], { word: string; color: string }> = {
  delivered: { word: 'Published', color: 'text-ok' },
  pending: { word: 'On its way', color: 'text-warn' },
  failed: { word: 'Failed', color: 'text-bad' },
}

/** What became of a publish, site by site; the toast beside it has said how many. */
export function PublishSummary({ summary }: { summary: Summary }) {
  return (
    <section className="panel mb-5" aria-labelledby="published">
      <h2 id="published">
        <a className="link" href={summary.url}>
          {summary.title}
        </a>
      </h2>
      {summary.deliveries.length > 0 && (
        <ul className="mt-4 grid gap-2 border-t border-rule pt-3">
          {summary.deliveries.map((delivery) => (
            <Delivery key={delivery.siteId} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Delivery({ delivery }: { delivery: DeliveryOutcome }) {
  const { word, color } = STATES[delivery.state]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-[550]">{delivery.siteName}</span>
      <span className={`state ${color}`}>{word}</span>
      <span className="min-w-0 basis-full text-small wrap-anywhere text-muted">
        {delivery.url ? (
          <a className="link" href={delivery.url}>
            {delivery.url}
          </a>
        ) : (
          delivery.reason
        )}
      </span>
    </li>
  )
}
