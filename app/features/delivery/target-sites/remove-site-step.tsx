import { Link } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import type { ManagedSite } from './target-sites.ts'

/** Asks before a site is removed, and explains the effect on its copies. */
export function RemoveSiteStep({ site, busy }: { site: ManagedSite; busy: boolean }) {
  const { id, name } = site
  return (
    <ConfirmPanel
      title={`Remove ${name}?`}
      text={<Consequences site={site} />}
      intent="remove"
      button={{ text: 'Remove', busyText: 'Removing...' }}
      back={`/manage-sites/${id}`}
      busy={busy}
    />
  )
}

const Consequences = ({ site: { kind, delivered } }: { site: ManagedSite }) => (
  <>
    <ul className="consequences">
      {delivered > 0 && <li>{kind === 'hosted' ? toHostedLoss(delivered) : toRemoteLoss(delivered)}</li>}
      <li>Your articles themselves stay, and so do their copies on other sites.</li>
      <li>Articles and pages that are on no other site are not published any more.</li>
    </ul>
    {kind !== 'hosted' && delivered > 0 && (
      <p className="text-small text-muted">
        To take copies off that site first, unpublish their articles, or take the site out of them, under{' '}
        <Link className="link" to="/articles">
          Articles
        </Link>
        .
      </p>
    )}
  </>
)

const toCopies = (count: number) =>
  count === 1 ? 'the copy of one article' : `the copies of ${count.toLocaleString('en-US')} articles`

const toHostedLoss = (delivered: number) =>
  `Its host name is not answered any more, and ${toCopies(delivered)} on it go with it.`

const toRemoteLoss = (delivered: number) =>
  `There, ${toCopies(delivered)} stay as they are: edits do not reach them any more, and nothing here can take them off.`
