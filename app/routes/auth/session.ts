import { sessionContext } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/session'

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return Response.json({ signedIn: session !== null && session.aal === session.nextAal })
}
