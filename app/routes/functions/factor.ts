import { requireSession } from '../../features/accounts/guard.server.ts'
import { answerFactorRefusal } from '../../features/factors/api-answers.server.ts'
import { removeFactor } from '../../features/factors/commands.server.ts'
import { methodNotAllowed } from '../../shared/problem.ts'
import type { Route } from './+types/factor'

export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
  const removed = await removeFactor(requireSession(context), params.factorId)
  return removed.ok ? new Response(null, { status: 204 }) : answerFactorRefusal(removed)
}
