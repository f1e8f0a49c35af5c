import { toMoment } from '../../../shared/dates.ts'
import { type ManagedSite } from './target-sites.ts'
import { isRemote } from '../../../connectors/sites/site-connector.ts'

type State = Pick<
  ManagedSite,
  'kind' | 'isActive' | 'disabledReason' | 'checkedAt' | 'checkFailure' | 'lastDeliveredAt'
>

/** Shows whether a site accepts articles, by the last test and the last delivery, and the reason of a failure. */
export function SiteState({ site }: { site: State }) {
  const { tone, label, why } = describe(site)
  return (
    <p className="grid justify-items-start gap-0.5">
      <span className={`state ${tone}`}>{label}</span>
      {why && <span className="text-small wrap-anywhere text-muted">{why}</span>}
    </p>
  )
}

function describe(site: State) {
  const { kind, isActive, disabledReason, checkedAt, lastDeliveredAt } = site
  if (!isActive)
    return { tone: 'text-warn', label: 'Switched off', why: disabledReason && `By itself: ${disabledReason}` }
  if (isRemote(kind) && !checkedAt && !lastDeliveredAt) return { tone: 'text-muted', label: 'Not tried yet' }
  const failure = findFailure(site)
  return failure
    ? { tone: 'text-bad', label: 'Unreachable', why: failure }
    : { tone: 'text-ok', label: 'Active' }
}

// A later delivery shows that the failure is over.
function findFailure({ checkedAt, checkFailure, lastDeliveredAt }: State): string | undefined {
  if (!checkedAt || !checkFailure || (lastDeliveredAt && lastDeliveredAt > checkedAt)) return undefined
  return `${checkFailure} Checked ${toMoment(checkedAt)}.`
}
