import { signOutClient } from '../../../features/accounts/tokens/commands.server.ts'
import { readBearer } from '../../../shared/http.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/sign-out'

export const handle: RouteFacts = { access: 'api' }

/** Ends the session of the request's token, which may have expired. Without a token it does nothing. */
export async function action({ request }: Route.ActionArgs) {
  const token = readBearer(request.headers.get('authorization'))
  if (token) await signOutClient(token)
  return new Response(null, { status: 204 })
}
