import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toSchedulePath } from '../../writing/drafts/drafts.ts'
import { useMay } from '../../../shell/use-may.ts'
import { type BoardRow, type BoardSite, findPlace, findSiteChange, toTitle } from './board.ts'
import { sayPlace, sayPlaceBriefly, siteButtons } from './messages.ts'
import styles from './board.module.css'

interface SitePlaceProps {
  row: BoardRow
  site: BoardSite
  /** The time at which the board was read. */
  now: Date
}

/** Shows what is known of an article on one site, and what can be done there. Its button sends the form around it. */
export function SitePlace({ row, site, now }: SitePlaceProps) {
  const known = findPlace(row, site)
  const { title, note } = sayPlace(site.name, known, now)
  return (
    <>
      <p className="flex items-center gap-2 font-semibold wrap-anywhere">
        <i data-state={known.state} />
        {title}
      </p>
      {note && <p className="mt-1 text-small wrap-anywhere text-muted">{note}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        <SiteActions {...{ row, site }} isAlone />
      </div>
    </>
  )
}

/** Lists all sites with the state of an article on each, and what can be done there. */
export const SiteList = ({ row, sites, now }: Omit<SitePlaceProps, 'site'> & { sites: BoardSite[] }) => (
  <ul className={styles.places}>
    {sites.map((site) => {
      const known = findPlace(row, site)
      return (
        <li key={site.id}>
          <i data-state={known.state} />
          <p className="wrap-anywhere">
            {site.name}
            <small>{sayPlaceBriefly(known, now)}</small>
          </p>
          <SiteActions {...{ row, site }} />
        </li>
      )
    })}
  </ul>
)

const useSiteChange = (row: BoardRow, site: BoardSite) =>
  useMay('publish') ? findSiteChange(row, site) : undefined

interface SiteActionsProps extends Omit<SitePlaceProps, 'now'> {
  /** True if they are those of the only site that is shown. */
  isAlone?: boolean
}

function SiteActions({ row, site, isAlone = false }: SiteActionsProps) {
  const { url, state } = findPlace(row, site)
  const change = useSiteChange(row, site)
  const of = <span className="sr-only"> {isAlone ? toTitle(row) : `${site.name}: ${toTitle(row)}`}</span>
  return (
    <>
      <PageLink url={url}>View{of}</PageLink>
      {state === 'planned' && <ActionLink to={toSchedulePath(row.id)}>See the plan{of}</ActionLink>}
      {change && (
        <button
          type="submit"
          className={isAlone && change !== 'remove-site' ? 'button is-primary' : 'button'}
          name="dot"
          value={`${change} ${row.id} ${site.id}`}
        >
          {siteButtons[change]}
          {of}
        </button>
      )}
      {state === 'refused' && site.isOwn && isAlone && (
        <ActionLink to={`/manage-sites/${site.id}`}>Site settings</ActionLink>
      )}
    </>
  )
}

const ActionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="link is-alone text-small" to={to}>
    {children}
  </Link>
)

// A public page is not a screen of the desk, so the router does not open it.
const PageLink = ({ url, children }: { url: string | null | undefined; children: ReactNode }) =>
  url && (
    <a className="link is-alone text-small" href={url}>
      {children}
    </a>
  )
