import { searchArticles } from '../../features/articles/search.server.ts'
import { parseQuery, toCountText } from '../../features/articles/search.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/search-answers'

/** What the search palette asks while somebody types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseQuery(url.searchParams.get('q'))
  if (!query) return Response.json({ hits: [] })
  const found = await searchArticles(context.get(siteContext).id, query)
  return Response.json({ hits: found.hits, count: toCountText(found), pageCount: found.pageCount })
}
