import { data, isRouteErrorResponse, Link } from 'react-router'

// A screen whose address names something that is not there: it was deleted, or is not the account's.
const MISSING = {
  article: { title: 'There is no such article of yours', path: '/articles', back: 'All articles' },
  draft: { title: 'There is no such draft of yours', path: '/articles', back: 'All articles' },
  picture: { title: 'There is no such picture of yours', path: '/pictures', back: 'All pictures' },
  site: { title: 'There is no such site of yours', path: '/manage-sites', back: 'All sites' },
  proposal: { title: 'There is no such proposal', path: '/proposals', back: 'All proposals' },
  webhook: { title: 'There is no such webhook of yours', path: '/webhooks', back: 'All webhooks' },
  operation: { title: 'There is no such operation', path: '/account/api', back: 'All operations' },
  page: {
    title: 'There is no such page of yours',
    path: '/seo-dashboard/pages',
    back: 'All landing pages',
  },
}

/** A kind of row that has a screen of its own. */
export type MissingKind = keyof typeof MISSING

/** Returns the answer of a screen whose row is not there, with the status 404. A loader or an action throws it. */
export const notFound = (missing: MissingKind) => data({ missing }, { status: 404 })

/** Returns the kind of row that an error is about; undefined for any other error. */
export function readMissing(error: unknown): MissingKind | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined
  const { missing } = (error.data ?? {}) as { missing?: MissingKind }
  return missing
}

/** Says what is not there, with the way back. */
export function NotFound({ kind }: { kind: MissingKind }) {
  const { title, path, back } = MISSING[kind]
  return (
    <section className="panel max-w-narrow">
      <title>{title}</title>
      <h2>{title}</h2>
      <p className="panel-lead">It may have been deleted meanwhile.</p>
      <Link className="button is-primary" to={path}>
        {back}
      </Link>
    </section>
  )
}
