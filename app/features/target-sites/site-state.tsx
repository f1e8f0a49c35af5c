import { toMoment } from '../../shared/dates.ts'
import { isRemote, type ManagedSite } from './target-sites.ts'

type State = Pick<
  ManagedSite,
  'kind' | 'isActive' | 'disabledReason' | 'checkedAt' | 'checkFailure' | 'lastDeliveredAt'
>

/** Whether a site takes articles, as far as anybody has tried; and why it does not, where that is known. */
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

// What was delivered since shows that it is over.
function findFailure({ checkedAt, checkFailure, lastDeliveredAt }: State): string | undefined {
  if (!checkedAt || !checkFailure || (lastDeliveredAt && lastDeliveredAt > checkedAt)) return undefined
  return `${checkFailure} Checked ${toMoment(checkedAt)}.`
}
