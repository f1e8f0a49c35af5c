import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { answerAccepted, wantsNoWait } from '../../features/runs/answers.server.ts'
import { pingSearchEngines } from '../../features/local-seo/search-engines/commands.server.ts'
import { toPingRefusal } from '../../features/local-seo/search-engines/messages.ts'
import { toProblem } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/ping-search-engines'

export const handle: RouteFacts = { access: 'function', right: 'promote' }

/**
 * Notifies search engines of own changed pages now (spec §7), and answers with the result of each. With
 * `Prefer: respond-async`, or after 20 s, it answers with the run. 502 if a configured engine did not accept the notice.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const isAsync = wantsNoWait(request)
  const pinged = await pingSearchEngines(operator, { waits: !isAsync })
  if (!pinged.ok) {
    const { reason } = pinged
    const problem = { code: reason.replaceAll('-', '_'), message: toPingRefusal(pinged).description }
    return reason === 'too-many'
      ? toProblem(429, problem, { 'retry-after': String(pinged.waitS) })
      : toProblem(409, problem)
  }
  if (isAsync || !pinged.isOver) return answerAccepted(operator, pinged.runId)
  const { isDone, message, description, engines } = pinged
  const answer = { message, description, engines }
  return isDone ? Response.json(answer) : toProblem(502, { code: 'not_accepted', ...answer })
}
