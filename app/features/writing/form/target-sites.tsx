import { Link } from 'react-router'
import { toMarks } from '../../../ui/field.tsx'
import { TickAll } from '../../../ui/tick-all.tsx'
import {
  listGroups,
  NEW_SITE_PATH,
  noTargetSites,
  type TargetSite,
} from '../../delivery/target-sites/target-sites.ts'
import styles from '../writing.module.css'

interface TargetSitesProps {
  sites: TargetSite[]
  selected: string[]
  error: string | undefined
  /** The name of the site that the article is a page of. */
  pageOf?: string | undefined
}

/** The checklist of the sites that an article can go to (spec §2, Target Sites). */
export function TargetSites({ sites, selected, error, pageOf }: TargetSitesProps) {
  return (
    <fieldset className="panel min-w-0">
      <legend className="contents">
        <span className="mb-3 block font-semibold">Target Sites</span>
      </legend>
      {error && (
        <p id="error-siteIds" className="mb-3 text-small text-bad" data-answer>
          {error}
        </p>
      )}
      {pageOf && (
        <p className="mb-3 text-muted">
          {`This is a page of ${pageOf}, without a tick here. On a ticked site it is an article, too.`}
        </p>
      )}
      <TickAll count={sites.length} groups={listGroups(sites)} />
      <ul className={styles.siteChoices}>
        {sites.map((site) => (
          <li key={site.id}>
            <SiteChoice site={site} isSelected={selected.includes(site.id)} isMarked={Boolean(error)} />
          </li>
        ))}
      </ul>
      {sites.every(({ kind }) => kind === 'main') && (
        <p className="mt-3 text-muted">
          {noTargetSites}{' '}
          <Link className="link" to={NEW_SITE_PATH}>
            Add a site
          </Link>
        </p>
      )}
    </fieldset>
  )
}

const KINDS: Record<TargetSite['kind'], string> = {
  main: 'main site',
  hosted: 'hosted here',
  wordpress: 'WordPress',
  ghost: 'Ghost',
  webhook: 'webhook',
}

const POLICIES: Record<TargetSite['copyPolicy'], string> = {
  canonical: 'names the original',
  noindex: 'hidden from search engines',
  independent: 'stands for itself',
}

interface SiteChoiceProps {
  site: TargetSite
  isSelected: boolean
  isMarked: boolean
}

function SiteChoice({ site, isSelected, isMarked }: SiteChoiceProps) {
  const { id, name, url, kind, copyPolicy } = site
  return (
    <label className="choice">
      <input
        ref={takeOver}
        type="checkbox"
        name="siteIds"
        value={id}
        defaultChecked={isSelected}
        {...(isMarked && toMarks('siteIds'))}
      />
      <span className="font-[550] wrap-anywhere">{name}</span>
      <span className="text-small wrap-anywhere text-muted">
        {url} · {KINDS[kind]}
        {kind !== 'main' && `, ${POLICIES[copyPolicy]}`}
      </span>
    </label>
  )
}

// Another tab may have chosen the site before this form listed it. The box of that choice makes way for this one.
function takeOver(box: HTMLInputElement | null): void {
  const others = box?.form?.querySelectorAll<HTMLInputElement>('[data-unlisted] [name=siteIds]') ?? []
  for (const other of others) {
    if (!box || other.value !== box.value) continue
    box.checked = other.checked
    other.parentElement?.remove()
  }
}
