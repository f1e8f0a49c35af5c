import { data, href, redirect } from 'react-router'
import { pageTag, toOldPath } from '../../features/articles/articles.ts'
import { NOINDEX } from '../../features/articles/metadata.ts'
import { NotFoundCard } from '../../features/articles/not-found-card.tsx'
import { findByOldPath } from '../../features/articles/queries.server.ts'
import { pageHeaders, siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/landing-page'

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = toOldPath(request.url)
  const article = path && (await findByOldPath(context.get(siteContext).id, path))
  if (!article) return data(null, { status: 404 })
  throw redirect(href('/article/:slug', { slug: article.slug }), {
    status: 301,
    ...pageHeaders([pageTag.article(article.id)]),
  })
}

export const meta = () => [{ title: 'Page Not Found' }, NOINDEX]

export default function LandingPage() {
  return <NotFoundCard />
}
