import { sayIn } from '../../shared/words/say.ts'
import { searchArticles } from '../../features/articles/search/queries.server.ts'
import { parseQuery, sayHits, toCountText } from '../../features/articles/search/search.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/search-answers'

export const handle: RouteFacts = { access: 'public' }

/** Answers the search palette with the first results as JSON, while the reader types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseQuery(url.searchParams.get('q'))
  if (!query) return Response.json({ hits: [] })
  const site = context.get(siteContext)
  const say = sayIn(site.face?.language)
  const found = await searchArticles(site.id, query)
  return Response.json({
    hits: sayHits(found.hits, say),
    count: toCountText(found, say),
    pageCount: found.pageCount,
  })
}
