import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { callerContext } from '../../features/api/answer.server.ts'
import { innerRequestContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/layout'

export const handle: RouteFacts = { access: 'function' }

/** Tells the operations of the API who asks. Nobody proves to be there with a token of a server. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const session = requireSession(context)
    const isFresh = session.isFresh && session.scopes === null
    // An agent may propose what it may not write.
    const isTrial = context.get(innerRequestContext)?.isTrial === true
    context.set(callerContext, { ...session, isFresh, ...(isTrial && { directScopes: null }) })
  },
]
