import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import type { Labels } from '../../features/newsroom/board/board.ts'
import { listLabels } from '../../features/newsroom/board/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article-labels'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the tags and the authors that the filters of the board offer, as JSON. */
export const loader = async ({ context }: Route.LoaderArgs): Promise<Response> =>
  Response.json((await listLabels(context.get(operatorContext))) satisfies Labels)
