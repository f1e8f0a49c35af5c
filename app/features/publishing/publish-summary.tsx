import { Notice } from '../../ui/notice.tsx'
import { publishedDescription, publishedTitle } from './messages.ts'
import type { DeliveryOutcome, PublishSummary as Summary } from './publishing.ts'

const STATES: Record<DeliveryOutcome['state'], { word: string; color: string }> = {
  delivered: { word: 'Published', color: 'text-ok' },
  pending: { word: 'On its way', color: 'text-warn' },
  failed: { word: 'Failed', color: 'text-bad' },
}

/** What became of a publish, site by site (spec §8). */
export function PublishSummary({ summary }: { summary: Summary }) {
  return (
    <Notice tone="ok">
      <p className="font-semibold">{publishedTitle(summary.succeeded)}</p>
      <p className="text-muted">{publishedDescription(summary.failed)}</p>
      <p className="mt-2">
        <a className="link" href={summary.url}>
          {summary.title}
        </a>
      </p>
      {summary.deliveries.length > 0 && (
        <ul className="mt-4 grid gap-2 border-t border-rule pt-3">
          {summary.deliveries.map((delivery) => (
            <Delivery key={delivery.siteId} delivery={delivery} />
          ))}
        </ul>
      )}
    </Notice>
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
