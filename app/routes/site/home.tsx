import { describeSite, pageTag } from '../../features/articles/articles.ts'
import { HomeView } from '../../features/articles/home-view.tsx'
import { answerList } from '../../features/articles/list-answer.server.ts'
import { toMeta } from '../../features/articles/metadata.ts'
import { listLatest } from '../../features/articles/queries.server.ts'
import { homeImage } from '../../features/articles/social-image.ts'
import { toCollection, toGraph } from '../../features/articles/structured-data.ts'
import { feedLinks } from '../../features/feeds/feeds.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import { preloadFont } from '../../shared/preload.ts'
import text from '../../fonts/text.woff2?url'
import type { Route } from './+types/home'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const list = listLatest(site.id, parsePage(url.searchParams.get('page')))
  return answerList({ site }, list, pageTag.list(site.id))
}

/** For the text of the lead story. */
export const links = () => [preloadFont(text)]

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, page } }: Route.MetaArgs) {
  const canonicalUrl = toPageUrl(`${site.origin}/`, page.page)
  const collection = toCollection(site, { url: canonicalUrl, name: site.name, articles: page.articles })
  return toMeta({
    site,
    title: page.page > 1 ? `${site.name}: page ${page.page}` : site.name,
    description: describeSite(site),
    canonicalUrl,
    image: homeImage(site),
    isEmpty: page.articles.length === 0,
    alternates: feedLinks(site),
    structuredData: toGraph(site, [collection]),
  })
}

export default function Home({ loaderData: { site, page } }: Route.ComponentProps) {
  return <HomeView page={page} siteName={site.name} />
}
