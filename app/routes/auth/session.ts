import { findOperator } from '../../features/accounts/queries.server.ts'
import type { Route } from './+types/session'

export async function loader({ request }: Route.LoaderArgs) {
  return Response.json({ signedIn: (await findOperator(request)) !== undefined })
}
