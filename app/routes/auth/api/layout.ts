import { invalidApiKey } from '../../../features/accounts/tokens/messages.ts'
import { isPublicApiKey } from '../../../features/accounts/tokens/queries.server.ts'
import { toProblem } from '../../../shared/problem.ts'
import type { RouteFacts } from '../../../platform/web/route-facts.ts'
import type { Route } from './+types/layout'

export const handle: RouteFacts = { access: 'api' }

/** Refuses requests of the account API that lack the public key. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    if (!isPublicApiKey(request.headers.get('apikey')))
      throw toProblem(401, { code: 'invalid_api_key', message: invalidApiKey })
  },
]
