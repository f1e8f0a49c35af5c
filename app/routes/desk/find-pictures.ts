import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { listChoosable } from '../../features/articles/pictures/queries.server.ts'
import { parseFilter } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/find-pictures'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns the newest pictures of the account that have the words of `?q=`. */
export const loader = ({ context, url: { searchParams } }: Route.LoaderArgs) =>
  listChoosable(context.get(operatorContext), parseFilter(searchParams.get('q')))
