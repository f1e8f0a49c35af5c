import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { Cover } from '../../features/site/pages/cover.tsx'
import { sanitiseHtml } from '../../features/articles/markdown/sanitise-html.server.ts'
import { OwnPageView } from '../../features/local-seo/landing-pages/own-page-view.tsx'
import { findOwnPage } from '../../features/local-seo/landing-pages/queries.server.ts'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/own-landing-page'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns one own landing page in any state; 404 without it. */
export async function loader({ params: { pageId }, context }: Route.LoaderArgs) {
  const found = isUuid(pageId) ? await findOwnPage(context.get(operatorContext), pageId) : undefined
  if (!found) throw notFound('page')
  const { isTrusted, contact, ...page } = found
  const content = isTrusted ? page.content : sanitiseHtml(page.content, null) // another program wrote the row
  return { contact, page: { ...page, content } }
}

export const meta = () => [{ title: 'Landing page' }]

export default function OwnLandingPage({ loaderData }: Route.ComponentProps) {
  return <Shown {...loaderData} />
}

const Shown = (shown: Omit<Parameters<typeof OwnPageView>[0], 'cover'>) => (
  <OwnPageView
    {...shown}
    cover={<Cover article={{ id: shown.page.id, tags: [], imageUrl: null, imageFocus: null }} />}
  />
)
