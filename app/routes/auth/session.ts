import { sessionContext } from '../../features/accounts/guard.server.ts'
import { NO_HINT } from '../../features/accounts/sessions.server.ts'
import type { Route } from './+types/session'

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const signedIn = session !== null && session.aal === session.nextAal
  return Response.json({ signedIn }, signedIn ? undefined : { headers: { 'set-cookie': NO_HINT } })
}
