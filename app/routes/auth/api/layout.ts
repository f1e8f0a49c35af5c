import { invalidApiKey } from '../../../features/tokens/messages.ts'
import { findPublicApiKey } from '../../../features/tokens/queries.server.ts'
import { toProblem } from '../../../shared/problem.ts'
import type { Route } from './+types/layout'

/** Every address of the API for accounts asks for the public key. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    if (request.headers.get('apikey') !== findPublicApiKey())
      throw toProblem(401, { code: 'invalid_api_key', message: invalidApiKey })
  },
]
