import { sayIn } from '../../shared/words/say.ts'
import { authorPath, readName } from '../../features/articles/articles.ts'
import { AuthorView } from '../../features/site/pages/author-view.tsx'
import { answerList } from '../../features/site/pages/list-answer.server.ts'
import { pageUnavailable } from '../../features/site/pages/messages.ts'
import { toMeta } from '../../features/site/pages/metadata.ts'
import { listByAuthor } from '../../features/articles/queries.server.ts'
import { authorImage } from '../../features/site/pages/page-images.ts'
import { toAuthor, toBreadcrumb, toGraph } from '../../features/site/pages/structured-data.ts'
import { feedLinks } from '../../features/site/feeds/feeds.ts'
import { findProfile } from '../../features/newsroom/authors/queries.server.ts'
import { findMovedList } from '../../features/site/pages/queries.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/author'

export const handle: RouteFacts = { access: 'public' }

/** Answers with one page of an author's articles; 404 for a name without articles. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const author = readName(url.pathname)
  const list = listByAuthor(site.id, author, parsePage(url.searchParams.get('page')))
  return answerList({ site, author }, list, {
    scope: { author },
    findAbout: () => findProfile(site.id, author),
    findMoved: () => findMovedList(site.id, { author }),
  })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, author, page, about } }: Route.MetaArgs) {
  const say = sayIn(site.face?.language)
  const url = site.origin + authorPath(author)
  const ancestors = [
    { name: say('Home'), url: `${site.origin}/` },
    { name: say('Authors'), url: `${site.origin}/` },
  ]
  const trail = toBreadcrumb(ancestors, { name: author, url })
  return toMeta({
    site,
    title: `${author} | ${site.name}`,
    description: page.isUnavailable
      ? say(pageUnavailable)
      : say('{n} article(s) published by {author} on {site}.', { n: page.total, author, site: site.name }),
    canonicalUrl: toPageUrl(url, page.page),
    image: authorImage(site, author),
    isEmpty: page.articles.length === 0,
    alternates: feedLinks(site, { author }),
    structuredData: toGraph(site, [trail, toAuthor(site, author, about)]),
  })
}

export default function Author({ loaderData: { author, page, about } }: Route.ComponentProps) {
  return <AuthorView author={author} page={page} profile={about} />
}
