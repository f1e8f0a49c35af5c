import { data, href, redirect } from 'react-router'
import { pageTag, toOldPath } from '../../features/articles/articles.ts'
import { NOINDEX, toMeta } from '../../features/articles/metadata.ts'
import { NotFoundCard } from '../../features/articles/not-found-card.tsx'
import { findByOldPath } from '../../features/articles/queries.server.ts'
import { sanitiseHtml } from '../../features/articles/sanitise-html.server.ts'
import { toGraph } from '../../features/articles/structured-data.ts'
import { landingPageImage } from '../../features/landing-pages/landing-page-image.ts'
import { LandingPageView } from '../../features/landing-pages/landing-page-view.tsx'
import { landingPagePath, landingPageTag, toThings } from '../../features/landing-pages/landing-pages.ts'
import { findLandingPage } from '../../features/landing-pages/queries.server.ts'
import { pageHeaders, siteContext } from '../../platform/request-context.server.ts'
import { toAbsoluteUrl } from '../../shared/addresses.ts'
import type { Route } from './+types/landing-page'

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const path = toOldPath(request.url)
  if (!path) return data(null, { status: 404 })
  const page = site.isMain ? await findLandingPage(path.slice(1)) : undefined
  if (page) {
    const content = sanitiseHtml(page.content, null) // whoever wrote the row
    return data({ site, page: { ...page, content } }, pageHeaders([landingPageTag(page)]))
  }
  const article = await findByOldPath(site.id, path)
  if (!article) return data(null, { status: 404 })
  throw redirect(href('/article/:slug', { slug: article.slug }), {
    status: 301,
    ...pageHeaders([pageTag.article(article.id)]),
  })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page Not Found' }, NOINDEX]
  const { site, page } = loaderData
  return toMeta({
    site,
    title: page.metaTitle,
    description: page.metaDescription,
    canonicalUrl: toAbsoluteUrl(page.canonicalUrl, site.origin) ?? site.origin + landingPagePath(page),
    image: landingPageImage(site, page),
    structuredData: toGraph(site, toThings(page.schemaMarkup)),
  })
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <LandingPageView page={loaderData.page} /> : <NotFoundCard />
}
