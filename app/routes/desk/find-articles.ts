import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findByWords } from '../../features/newsroom/board/queries.server.ts'
import { listUndoable } from '../../features/newsroom/board/list-undoable.server.ts'
import { parseFilter } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/find-articles'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

const UNDOABLE = 3

/**
 * Returns the operator's own articles that contain `?q=`, as JSON: those with the words in the title first. Without words
 * it returns those that changed last, and the newest acts that can be undone.
 */
export const loader = async ({ context, url }: Route.LoaderArgs): Promise<Response> => {
  const operator = context.get(operatorContext)
  const words = parseFilter(url.searchParams.get('q'))
  return Response.json({
    articles: await findByWords(operator, words),
    undoable: words ? [] : await listUndoable(operator, { limit: UNDOABLE }),
  })
}
