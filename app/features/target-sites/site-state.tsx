import type { ManagedSite } from './target-sites.ts'

/** Whether a site takes articles; and where it was switched off by itself, why. */
export function SiteState({ site }: { site: Pick<ManagedSite, 'isActive' | 'disabledReason'> }) {
  const { isActive, disabledReason } = site
  return (
    <p className="grid justify-items-start gap-0.5">
      <span className={`state ${isActive ? 'text-ok' : 'text-warn'}`}>
        {isActive ? 'Active' : 'Switched off'}
      </span>
      {!isActive && disabledReason && (
        <span className="text-small wrap-anywhere text-muted">By itself: {disabledReason}</span>
      )}
    </p>
  )
}
