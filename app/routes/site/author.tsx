import { authorPath, pageTag } from '../../features/articles/articles.ts'
import { AuthorView } from '../../features/articles/author-view.tsx'
import { answerList } from '../../features/articles/list-answer.server.ts'
import { toMeta } from '../../features/articles/metadata.ts'
import { listByAuthor } from '../../features/articles/queries.server.ts'
import { toPersonData } from '../../features/articles/structured-data.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import type { Route } from './+types/author'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const page = await listByAuthor(site.id, params.author, parsePage(url.searchParams.get('page')))
  return answerList({ site, author: params.author, page }, pageTag.author(site.id, params.author))
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData: { site, author, page } }: Route.MetaArgs) {
  const url = site.origin + authorPath(author)
  return toMeta({
    title: `${author} | ${site.name}`,
    description: `${page.total} article(s) published by ${author} on ${site.name}.`,
    canonicalUrl: page.page > 1 ? `${url}?page=${page.page}` : url,
    structuredData: toPersonData(author, url),
  })
}

export default function Author({ loaderData: { author, page } }: Route.ComponentProps) {
  return <AuthorView author={author} page={page} />
}
