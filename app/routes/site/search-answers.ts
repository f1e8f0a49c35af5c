import { searchArticles } from '../../features/articles/search/queries.server.ts'
import { parseQuery, toCountText } from '../../features/articles/search/search.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/search-answers'

export const handle: RouteFacts = { access: 'public' }

/** Answers the search palette with the first results as JSON, while the reader types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseQuery(url.searchParams.get('q'))
  if (!query) return Response.json({ hits: [] })
  const found = await searchArticles(context.get(siteContext).id, query)
  return Response.json({ hits: found.hits, count: toCountText(found), pageCount: found.pageCount })
}
