import { searchArticles } from '../../features/articles/search.server.ts'
import { parseQuery } from '../../features/articles/search.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/search-answers'

/** What the search palette asks while somebody types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseQuery(url.searchParams.get('q'))
  return Response.json({ hits: query ? await searchArticles(context.get(siteContext).id, query) : [] })
}
