import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import styles from '../writing.module.css'

interface SiteChipsProps {
  sites: TargetSite[]
  /** The ids of the selected sites. */
  selected: string[]
  /** The state of the article on its sites. */
  deliveries: DeliveryOutcome[]
}

const MOST_SHOWN = 3

/** The words for each state; a site that is only selected has none. */
const WORDS: Record<DeliveryOutcome['state'], string> = {
  delivered: 'live',
  pending: 'on its way',
  failed: 'refused',
  removed: '',
}

/** The sites that the article goes to, with its state on each. */
export function SiteChips({ sites, selected, deliveries }: SiteChipsProps) {
  const chosen = sites.filter(({ id }) => selected.includes(id))
  const states = new Map(deliveries.map(({ siteId, state }) => [siteId, state]))
  if (chosen.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Selected sites">
      {chosen.slice(0, MOST_SHOWN).map(({ id, name }) => {
        const state = states.get(id) ?? 'removed'
        return (
          <li key={id} data-state={state}>
            <span className="max-md:sr-only">{name}</span>
            {WORDS[state] && <em className="max-md:sr-only">{WORDS[state]}</em>}
          </li>
        )
      })}
      {chosen.length > MOST_SHOWN && <li data-state="more">and {chosen.length - MOST_SHOWN} more</li>}
    </ul>
  )
}
