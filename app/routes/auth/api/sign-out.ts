import { signOutClient } from '../../../features/tokens/commands.server.ts'
import { readBearer } from '../../../shared/http.ts'
import type { Route } from './+types/sign-out'

/** Ends the session of the token that is shown, also of one that has expired; asking again is fine. */
export async function action({ request }: Route.ActionArgs) {
  const token = readBearer(request.headers.get('authorization'))
  if (token) await signOutClient(token)
  return new Response(null, { status: 204 })
}
