import { sessionContext } from '../../features/accounts/guard.server.ts'
import { toApiUser } from '../../features/tokens/api-answers.server.ts'
import type { Route } from './+types/user'

/** The account that asks. */
export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return Response.json(session && toApiUser(session))
}
