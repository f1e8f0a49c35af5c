import { categoryPath, isKnownCategory, pageTag, readName } from '../../features/articles/articles.ts'
import { CategoryView } from '../../features/articles/category-view.tsx'
import { answerList } from '../../features/articles/list-answer.server.ts'
import { unread } from '../../features/articles/messages.ts'
import { toMeta } from '../../features/articles/metadata.ts'
import { listByCategory } from '../../features/articles/queries.server.ts'
import { categoryImage } from '../../features/articles/social-image.ts'
import { toBreadcrumb, toCollection, toGraph } from '../../features/articles/structured-data.ts'
import { feedLinks } from '../../features/feeds/feeds.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import { capitalise } from '../../shared/text.ts'
import type { Route } from './+types/category'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const category = readName(url.pathname)
  const list = listByCategory(site.id, category, parsePage(url.searchParams.get('page')))
  return answerList({ site, category }, list, {
    tag: pageTag.category(site.id, category),
    isExpected: isKnownCategory(category),
  })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, category, page } }: Route.MetaArgs) {
  const name = capitalise(category)
  const url = site.origin + categoryPath(category)
  const canonicalUrl = toPageUrl(url, page.page)
  const trail = toBreadcrumb([
    { name: 'Home', url: `${site.origin}/` },
    { name: 'Categories', url: `${site.origin}/#categories` },
    { name, url },
  ])
  const collection = toCollection(site, { url: canonicalUrl, name, articles: page.articles, trail })
  return toMeta({
    site,
    title: `${name} | ${site.name}`,
    description: page.isUnread
      ? unread
      : `Browse ${page.total} articles in the ${name} category. Page ${page.page} of ${page.pageCount}.`,
    canonicalUrl,
    image: site.profile?.imageUrl ?? categoryImage(site, category),
    isEmpty: page.articles.length === 0,
    alternates: feedLinks(site, { category }),
    structuredData: toGraph(site, [trail, collection]),
  })
}

export default function Category({ loaderData: { category, page } }: Route.ComponentProps) {
  return <CategoryView category={category} page={page} />
}
