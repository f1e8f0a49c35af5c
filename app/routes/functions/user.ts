import { requireSession } from '../../features/accounts/guard.server.ts'
import { toApiUser } from '../../features/tokens/api-answers.server.ts'
import type { Route } from './+types/user'

/** The account that asks. */
export const loader = async ({ context }: Route.LoaderArgs) =>
  Response.json(await toApiUser(requireSession(context)))
