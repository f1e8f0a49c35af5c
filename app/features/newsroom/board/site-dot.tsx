import { Link } from 'react-router'
import { PopPanel } from '../../../ui/action-bar.tsx'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import { toMoment } from '../../../shared/dates.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { type BoardRow, type BoardSite, type DotState } from './board.ts'
import { dotWords } from './messages.ts'
import { moveFocus } from './move-focus.ts'
import styles from './board.module.css'

interface SiteDotProps {
  row: BoardRow
  site: BoardSite
  /** True if it is the first of its row. The arrow keys reach the others. */
  isFirst: boolean
}

/**
 * Shows the state of an article on one site. A click publishes it there, removes it, or shows the reason of a refusal.
 */
export function SiteDot({ row, site, isFirst }: SiteDotProps) {
  const isHydrated = useRunsScripts()
  const tabIndex = isHydrated && !isFirst ? -1 : undefined
  if (site.id === MAIN_SITE_ID && row.state === 'draft')
    return <PublishAgain row={row} siteName={site.name} tabIndex={tabIndex} />
  const state = row.dots[site.id] ?? 'absent'
  if (state === 'refused') return <Refusal row={row} site={site} tabIndex={tabIndex} />
  const label = `${site.name}: ${dotWords[state]}`
  const kind = toChange(row, site, state)
  if (!kind) return <Mark siteName={site.name} state={state} />
  const hint = `${label}. ${kind === 'remove-site' ? 'Take it off' : 'Publish it there'}`
  return (
    <Change
      row={row}
      siteName={site.name}
      value={`${kind} ${row.id} ${site.id}`}
      hint={hint}
      state={state}
      tabIndex={tabIndex}
    />
  )
}

interface ChangeProps {
  row: BoardRow
  siteName: string
  /** The action, the article and the site of a click. */
  value: string
  hint: string
  state: DotState
  tabIndex: number | undefined
}

const Change = ({ row, siteName, value, hint, state, tabIndex }: ChangeProps) => (
  <button
    type="submit"
    name="dot"
    value={value}
    className={styles.dot}
    data-site={siteName}
    title={hint}
    aria-label={`${hint}: ${row.title}`}
    data-dot=""
    tabIndex={tabIndex}
    onKeyDown={moveFocus}
  >
    <i data-state={state} />
  </button>
)

/** Returns the change that a click makes; undefined if there is nothing to change now. */
function toChange(row: BoardRow, { isAvailable }: BoardSite, state: DotState) {
  if (row.state !== 'live' || state === 'sending') return undefined
  if (state === 'live') return 'remove-site'
  return isAvailable ? 'add-site' : undefined
}

// A draft is published again from the column of the main site, on all its former sites.
const PublishAgain = ({ row, siteName, tabIndex }: Pick<ChangeProps, 'row' | 'siteName' | 'tabIndex'>) => (
  <Change
    row={row}
    siteName={siteName}
    value={`publish ${row.id}`}
    hint={`${siteName}: not there. Publish it again`}
    state="absent"
    tabIndex={tabIndex}
  />
)

function Mark({ siteName, state }: { siteName: string; state: DotState }) {
  const label = `${siteName}: ${dotWords[state]}`
  return (
    <span className={styles.dot} data-site={siteName} title={label}>
      <i data-state={state} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

interface RefusalProps extends Omit<SiteDotProps, 'isFirst'> {
  tabIndex: number | undefined
}

function Refusal({ row, site, tabIndex }: RefusalProps) {
  const id = `why-${row.id}-${site.id}`
  const { reason, nextAttemptAt } = row.siteRefusals[site.id] ?? { reason: null, nextAttemptAt: null }
  const label = `${site.name}: refused. See why`
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={styles.dot}
        data-site={site.name}
        title={label}
        aria-label={`${label}: ${row.title}`}
        data-dot=""
        tabIndex={tabIndex}
        onKeyDown={moveFocus}
      >
        <i data-state="refused" />
      </button>
      <PopPanel id={id} label={`Why ${site.name} refused`}>
        <p className="font-semibold wrap-anywhere">{site.name} refused it</p>
        <p className="mt-1 text-small wrap-anywhere text-muted">
          {reason} {nextAttemptAt && `Tried again by itself at ${toMoment(nextAttemptAt)}.`}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-4">
          <button
            type="submit"
            className="button is-primary"
            name="dot"
            value={`redeliver ${row.id} ${site.id}`}
          >
            Try again now<span className="sr-only"> {row.title}</span>
          </button>
          {site.isOwn && (
            <Link className="link text-small" to={`/manage-sites/${site.id}`}>
              Site settings
            </Link>
          )}
        </div>
      </PopPanel>
    </>
  )
}
