import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { toApiUser } from '../../features/accounts/tokens/api-answers.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/user'

export const handle: RouteFacts = { access: 'function', right: 'self' }

/** Returns the account of the session or token, as the API shows it. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await toApiUser(requireSession(context)))
