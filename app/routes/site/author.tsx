import { authorPath, pageTag, readName } from '../../features/articles/articles.ts'
import { AuthorView } from '../../features/articles/author-view.tsx'
import { answerList } from '../../features/articles/list-answer.server.ts'
import { unread } from '../../features/articles/messages.ts'
import { toMeta } from '../../features/articles/metadata.ts'
import { listByAuthor } from '../../features/articles/queries.server.ts'
import { authorImage } from '../../features/articles/social-image.ts'
import { toAuthor, toBreadcrumb, toGraph } from '../../features/articles/structured-data.ts'
import { feedLinks } from '../../features/feeds/feeds.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import type { Route } from './+types/author'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const author = readName(url.pathname)
  const list = listByAuthor(site.id, author, parsePage(url.searchParams.get('page')))
  return answerList({ site, author }, list, { tag: pageTag.author(site.id, author), isExpected: false })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, author, page } }: Route.MetaArgs) {
  const url = site.origin + authorPath(author)
  const steps = [
    { name: 'Home', url: `${site.origin}/` },
    { name: 'Authors', url: `${site.origin}/` },
    { name: author, url },
  ]
  return toMeta({
    site,
    title: `${author} | ${site.name}`,
    description: page.isUnread ? unread : `${page.total} article(s) published by ${author} on ${site.name}.`,
    canonicalUrl: toPageUrl(url, page.page),
    image: authorImage(site, author),
    isEmpty: page.articles.length === 0,
    alternates: feedLinks(site, { author }),
    structuredData: toGraph(site, [toBreadcrumb(steps), toAuthor(site, author)]),
  })
}

export default function Author({ loaderData: { author, page } }: Route.ComponentProps) {
  return <AuthorView author={author} page={page} />
}
