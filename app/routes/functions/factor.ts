import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { answerFactorRefusal } from '../../features/accounts/factors/api-answers.server.ts'
import { removeFactor } from '../../features/accounts/factors/commands.server.ts'
import { methodNotAllowed } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/factor'

export const handle: RouteFacts = { access: 'function', right: 'self' }

/** Removes a factor of the account; DELETE is the only method. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
  const removed = await removeFactor(requireSession(context), params.factorId)
  return removed.ok ? new Response(null, { status: 204 }) : answerFactorRefusal(removed)
}
