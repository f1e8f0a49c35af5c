import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findByWords } from '../../features/newsroom/board/queries.server.ts'
import { parseFilter } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/find-articles'

export const handle: RouteFacts = { access: 'screen' }

/** Returns the operator's own articles that contain `?q=`, as JSON: those with the words in the title first. */
export const loader = async ({ context, url }: Route.LoaderArgs): Promise<Response> => {
  const words = parseFilter(url.searchParams.get('q'))
  return Response.json({ articles: words ? await findByWords(context.get(operatorContext), words) : [] })
}
