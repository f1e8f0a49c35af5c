import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { callerContext } from '../../features/api/answer.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/layout'

export const handle: RouteFacts = { access: 'function' }

/** Tells the operations of the API who asks. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    context.set(callerContext, {
      operator: context.get(operatorContext),
      scopes: requireSession(context).scopes,
    })
  },
]
