import { data, Link } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { Cover } from '../../features/site/pages/cover.tsx'
import { sanitiseHtml } from '../../features/articles/markdown/sanitise-html.server.ts'
import { PAGES_PATH } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { OwnPageView } from '../../features/local-seo/landing-pages/own-page-view.tsx'
import { findOwnPage } from '../../features/local-seo/landing-pages/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/own-landing-page'

export const handle: RouteFacts = { access: 'screen' }

/** Returns one own landing page in any state; 404 without it. */
export async function loader({ params: { pageId }, context }: Route.LoaderArgs) {
  const found = isUuid(pageId) ? await findOwnPage(context.get(operatorContext), pageId) : undefined
  if (!found) return data(undefined, { status: 404 })
  const { isTrusted, contact, ...page } = found
  const content = isTrusted ? page.content : sanitiseHtml(page.content, null) // another program wrote the row
  return { contact, page: { ...page, content } }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? 'Landing page' : 'No such landing page' },
]

export default function OwnLandingPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Shown {...loaderData} /> : <NoSuchPage />
}

const Shown = (shown: Omit<Parameters<typeof OwnPageView>[0], 'cover'>) => (
  <OwnPageView
    {...shown}
    cover={<Cover article={{ id: shown.page.id, tags: [], imageUrl: null, imageFocus: null }} />}
  />
)

function NoSuchPage() {
  return (
    <section className="panel max-w-narrow">
      <h2>There is no such page of yours</h2>
      <p className="panel-lead">Its city or its service may have been removed meanwhile.</p>
      <Link className="button" to={PAGES_PATH}>
        All landing pages
      </Link>
    </section>
  )
}
