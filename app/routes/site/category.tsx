import { sayIn } from '../../shared/words/say.ts'
import {
  categoryPath,
  findSiteCategory,
  nameCategory,
  readName,
  sayTag,
  toSiteScope,
} from '../../features/articles/articles.ts'
import { CategoryView } from '../../features/site/pages/category-view.tsx'
import { answerList } from '../../features/site/pages/list-answer.server.ts'
import { pageUnavailable } from '../../features/site/pages/messages.ts'
import { toMeta } from '../../features/site/pages/metadata.ts'
import { listByCategory } from '../../features/articles/queries.server.ts'
import { categoryImage } from '../../features/site/pages/page-images.ts'
import { toBreadcrumb, toCollection, toGraph } from '../../features/site/pages/structured-data.ts'
import { feedLinks } from '../../features/site/feeds/feeds.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { findTagDescription } from '../../features/newsroom/tags/queries.server.ts'
import { findMovedList } from '../../features/site/pages/queries.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/category'

export const handle: RouteFacts = { access: 'public' }

/** Answers with one page of a tag's articles; 404 for a tag without articles, unless it is a category of the site. A renamed tag redirects. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const category = readName(url.pathname)
  const scope = toSiteScope(site, { category })
  const chosen = findSiteCategory(site, category)
  const list = listByCategory(site.id, scope, parsePage(url.searchParams.get('page')))
  return answerList({ site, category }, list, {
    scope,
    findAbout: async () => chosen?.description || (await findTagDescription(site.id, category)),
    findMoved: () => findMovedList(site.id, scope),
  })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, category, page, about } }: Route.MetaArgs) {
  const say = sayIn(site.face?.language)
  const name = sayTag(say, nameCategory(site, category, page.articles))
  const url = site.origin + categoryPath(category)
  const canonicalUrl = toPageUrl(url, page.page)
  const ancestors = [
    { name: say('Home'), url: `${site.origin}/` },
    { name: say('Categories'), url: `${site.origin}/#categories` },
  ]
  const trail = toBreadcrumb(ancestors, { name, url })
  const collection = toCollection(site, {
    url: canonicalUrl,
    name,
    ...(about && { description: about }),
    articles: page.articles,
    trail,
  })
  return toMeta({
    site,
    title: `${name} | ${site.name}`,
    description: page.isUnavailable
      ? say(pageUnavailable)
      : say('Browse {n} articles in the {name} category. Page {page} of {pages}.', {
          n: page.total,
          name,
          page: page.page,
          pages: page.pageCount,
        }),
    canonicalUrl,
    image: site.profile?.imageUrl ?? categoryImage(site, category, page.articles),
    isEmpty: page.articles.length === 0,
    alternates: feedLinks(site, { category }, page.articles),
    structuredData: toGraph(site, [trail, collection]),
  })
}

export default function Category({ loaderData: { site, category, page, about } }: Route.ComponentProps) {
  const name = nameCategory(site, category, page.articles)
  return <CategoryView {...{ category, name, page }} description={about} />
}
