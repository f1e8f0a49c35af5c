import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { PUBLISH_SHEET_ID } from './publish-sheet.tsx'
import styles from './publish-bar.module.css'

interface SiteDotsProps {
  sites: TargetSite[]
  /** The ids of the selected sites. */
  selected: string[]
  /** The state of the article on its sites. */
  deliveries: DeliveryOutcome[]
}

const MOST_SHOWN = 8

/** The words for each state; a site that is only selected has none. */
const WORDS: Record<DeliveryOutcome['state'], string> = {
  delivered: 'live',
  pending: 'on its way',
  failed: 'refused',
  removed: '',
}

/** A dot for each site that the article goes to, with its state there. Its name comes with the pointer and the focus. */
export function SiteDots({ sites, selected, deliveries }: SiteDotsProps) {
  const chosen = sites.filter(({ id }) => selected.includes(id))
  const states = new Map(deliveries.map(({ siteId, state }) => [siteId, state]))
  if (chosen.length === 0) return null
  return (
    <ul className={styles.dots} aria-label="Selected sites">
      {chosen.slice(0, MOST_SHOWN).map(({ id, name }) => {
        const state = states.get(id) ?? 'removed'
        return (
          <li key={id}>
            <button type="button" data-state={state} popoverTarget={PUBLISH_SHEET_ID}>
              <span>
                {name}
                {WORDS[state] && <em> {WORDS[state]}</em>}
              </span>
            </button>
          </li>
        )
      })}
      {chosen.length > MOST_SHOWN && <li>and {chosen.length - MOST_SHOWN} more</li>}
    </ul>
  )
}
