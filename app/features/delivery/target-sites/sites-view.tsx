import { Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { countOf } from '../../../shared/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyList, List } from '../../../ui/list.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { copyPolicies } from './messages.ts'
import { KINDS } from './site-kinds.ts'
import { SiteState } from './site-state.tsx'
import { groupSites, type ManagedSite, SITE_KINDS } from './target-sites.ts'
import styles from './target-sites.module.css'

interface SitesViewProps {
  sites: ManagedSite[]
  /**
   * An example of a site's URL that works immediately; undefined if the installation is not on the visitor's machine.
   */
  example: string | undefined
  /** The toast about a site that was removed. */
  done?: string | undefined
  /** The main site, for the account that owns it. */
  main?: { name: string; path: string } | undefined
}

/** Shows every site that the operator may publish to, with its URL, its state and its deliveries. */
export function SitesView({ sites, example, done, main }: SitesViewProps) {
  return (
    <>
      {main && (
        <p className="mb-4 text-small">
          <Link className="link is-alone" to={main.path}>
            The main site: {main.name}
          </Link>
        </p>
      )}
      {sites.length === 0 ? <NoSites example={example} /> : <Sites sites={sites} />}
      {done && <Toast title={done} tone="ok" />}
    </>
  )
}

const NoSites = ({ example }: Pick<SitesViewProps, 'example'>) => (
  <EmptyList
    picture={
      <p className="mb-4 flex gap-2">
        {SITE_KINDS.map((kind) => (
          <span key={kind} className={styles.mark}>
            <Icon name={KINDS[kind].icon} />
          </span>
        ))}
      </p>
    }
    title="No sites yet"
    lead={
      <>
        Articles go to the sites that you add here.
        <br />
        The quickest is a hosted one{example && `, such as ${example}`}: give it a name, and it is there.
      </>
    }
  >
    <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Link className="button is-primary" to="/manage-sites/new?kind=hosted">
        Add a hosted site
      </Link>
      <Link className="link text-small" to="/manage-sites/new">
        WordPress, Ghost or a webhook
      </Link>
      <Link className="link text-small" to="/manage-sites/import">
        Many from a CSV file
      </Link>
    </p>
  </EmptyList>
)

const addSite = (
  <>
    <Link className="link text-small" to="/manage-sites/import">
      From a CSV file
    </Link>
    <Link className="button is-primary" to="/manage-sites/new">
      Add a site
    </Link>
  </>
)

const Sites = ({ sites }: { sites: ManagedSite[] }) => (
  <div className="panels">
    <List title={countOf(sites.length, 'site', 'sites')} actions={addSite}>
      {groupSites(sites).map(({ name, sites: grouped }) => (
        <section key={name} aria-label={name || 'Without a group'}>
          {name && <h3 className={styles.group}>{name}</h3>}
          <ul className="site-rows">
            {grouped.map((site) => (
              <SiteRow key={site.id} site={site} />
            ))}
          </ul>
        </section>
      ))}
    </List>
  </div>
)

function SiteRow({ site }: { site: ManagedSite }) {
  const { id, name, url, kind, copyPolicy, isShared } = site
  return (
    <li className={styles.site}>
      <span className={styles.mark}>
        <Icon name={KINDS[kind].icon} />
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">
          {isShared ? (
            name
          ) : (
            <Link className="link" to={`/manage-sites/${id}`}>
              {name}
            </Link>
          )}
          {isShared && <span className={styles.shared}>Shared</span>}
        </h3>
        <p className="text-small wrap-anywhere">{kind === 'webhook' ? url : <a href={url}>{url}</a>}</p>
        <p className="text-small text-muted">
          {KINDS[kind].label} · {copyPolicies[copyPolicy].short}
        </p>
      </div>
      <div className={styles.fare}>
        <SiteState site={site} />
        <Figures site={site} />
      </div>
    </li>
  )
}

function Figures({ site }: { site: ManagedSite }) {
  const { delivered, failed, lastDeliveredAt } = site
  if (delivered + failed === 0) return <p className="text-small text-muted">Nothing of yours there yet</p>
  return (
    <p className="text-small text-muted">
      <b className={styles.figure}>{delivered.toLocaleString('en-US')}</b> delivered
      {failed > 0 && (
        <>
          {' · '}
          <b className={`${styles.figure} text-bad`}>{failed.toLocaleString('en-US')}</b> failed
        </>
      )}
      {lastDeliveredAt && <> · last {toShortDate(lastDeliveredAt)}</>}
    </p>
  )
}
