import { toMoment } from '../../../shared/dates.ts'
import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'

const STATES: Record<DeliveryOutcome['state'], { word: string; color: string }> = {
  delivered: { word: 'Published', color: 'text-ok' },
  pending: { word: 'On its way', color: 'text-warn' },
  removed: { word: 'Not there any more', color: 'text-muted' },
  failed: { word: 'Failed', color: 'text-bad' },
}

/**
 * Shows an article's state on each of its sites: its URL there, or the reason why it is missing. Renders nothing
 * without sites.
 */
export function DeliveryList({ deliveries }: { deliveries: DeliveryOutcome[] }) {
  if (deliveries.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 border-t border-rule pt-3">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.siteId} delivery={delivery} />
      ))}
    </ul>
  )
}

function toReason({ reason, state, nextAttemptAt }: DeliveryOutcome): string | null {
  if (!reason || state !== 'failed') return reason
  return `${reason} ${nextAttemptAt ? `The next try is on ${toMoment(nextAttemptAt)}.` : 'There is no further try.'}`
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
          toReason(delivery)
        )}
      </span>
      {delivery.url && delivery.reason && (
        <span className="basis-full text-small wrap-anywhere text-bad">{toReason(delivery)}</span>
      )}
      {delivery.variation && <span className="basis-full text-small text-muted">{delivery.variation}</span>}
    </li>
  )
}
