import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import { type BoardRow, type BoardSite, findSiteChange, isOn, toAt, toDotState, toTitle } from './board.ts'
import { dotWords } from './messages.ts'
import { type OpenPlace, PlaceLink, PlacePanel } from './open-place.tsx'
import { SiteList, SitePlace } from './site-place.tsx'
import styles from './board.module.css'

interface SiteDotProps {
  row: BoardRow
  site: BoardSite
  /** True if it is the first of its row. The arrow keys reach the others. */
  isFirst: boolean
  place: OpenPlace
}

/** Shows the state of an article on one site. It opens what is known of the article there. */
export function SiteDot({ row, site, isFirst, place }: SiteDotProps) {
  const runsScripts = useRunsScripts()
  const state = toDotState(row, site)
  const label = `${site.name}: ${dotWords[state]}`
  if (state === 'absent' && !findSiteChange(row, site))
    return (
      <span className={styles.dot} title={label}>
        <i data-state={state} />
        <span className="sr-only">{label}</span>
      </span>
    )
  const at = toAt(row.id, site.id)
  return (
    <>
      <PlaceLink
        {...{ at, place }}
        label={`${label}: ${toTitle(row)}`}
        title={label}
        className={styles.dot}
        isPassed={runsScripts && !isFirst}
      >
        <i data-state={state} />
      </PlaceLink>
      {place.at === at && (
        <PlacePanel place={place} label={`${toTitle(row)} on ${site.name}`}>
          <SitePlace {...{ row, site }} now={place.now} />
        </PlacePanel>
      )}
    </>
  )
}

const MARKS_SHOWN = 6

/** Shows on how many sites an article is, with a mark for each where it is or should be. It opens all of its sites. */
export function SitesOfRow({ row, sites, place }: { row: BoardRow; sites: BoardSite[]; place: OpenPlace }) {
  if (row.state === 'begun') return null
  const at = toAt(row.id)
  const count = `${sites.filter((site) => isOn(row, site)).length} of ${sites.length}`
  const marked = sites.filter((site) => toDotState(row, site) !== 'absent').slice(0, MARKS_SHOWN)
  return (
    <>
      <PlaceLink {...{ at, place }} label={`On ${count} sites: ${toTitle(row)}`} className={styles.count}>
        <span className={styles.marks}>
          {marked.map((site) => (
            <i key={site.id} data-state={toDotState(row, site)} />
          ))}
        </span>
        {count}
      </PlaceLink>
      {place.at === at && (
        <PlacePanel place={place} label={`Sites of ${toTitle(row)}`}>
          <SiteList {...{ row, sites }} now={place.now} />
        </PlacePanel>
      )}
    </>
  )
}
