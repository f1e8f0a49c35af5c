import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { ManagedSite } from './target-sites.ts'

/** Asks before a site is removed, and explains the effect on its copies. */
export function RemoveSiteStep({ site, busy }: { site: ManagedSite; busy: boolean }) {
  const { id, name, kind, delivered } = site
  return (
    <section className="panel max-w-narrow border-s-4 border-s-bad" aria-labelledby="remove">
      <h2 id="remove" className="wrap-anywhere">
        {`Remove ${name}?`}
      </h2>
      <ul className="consequences">
        {delivered > 0 && <li>{kind === 'hosted' ? toHostedLoss(delivered) : toRemoteLoss(delivered)}</li>}
        <li>Your articles themselves stay, and so do their copies on other sites.</li>
      </ul>
      {kind !== 'hosted' && delivered > 0 && (
        <p className="mb-5 max-w-prose text-small text-muted">
          To take copies off that site first, unpublish their articles, or take the site out of them, under{' '}
          <Link className="link" to="/articles">
            Articles
          </Link>
          .
        </p>
      )}
      <Form method="post" className="flex items-center gap-4">
        <Button isDangerous intent="remove" busy={busy} busyText="Removing...">
          Remove
        </Button>
        <Link className="link text-small" to={`/manage-sites/${id}`}>
          Keep it
        </Link>
      </Form>
    </section>
  )
}

const toCopies = (count: number) =>
  count === 1 ? 'the copy of one article' : `the copies of ${count.toLocaleString('en-US')} articles`

const toHostedLoss = (delivered: number) =>
  `Its host name is not answered any more, and ${toCopies(delivered)} on it go with it.`

const toRemoteLoss = (delivered: number) =>
  `There, ${toCopies(delivered)} stay as they are: edits do not reach them any more, and nothing here can take them off.`
