import { operatorContext } from '../../features/accounts/guard.server.ts'
import { answerAccepted, wantsNoWait } from '../../features/runs/answers.server.ts'
import { pingSearchEngines } from '../../features/search-engines/commands.server.ts'
import { toProblem } from '../../shared/problem.ts'
import type { Route } from './+types/ping-search-engines'

const STATUSES = { 'too-many': 429, running: 409, 'not-possible': 409 } as const

/**
 * Tells search engines now which of one's own pages have changed (spec §7), and answers with what each said; with
 * `Prefer: respond-async` at once, or after 20 s, with the run. 502 where one that is configured did not take it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const isAsync = wantsNoWait(request)
  const pinged = await pingSearchEngines(operator, { waits: !isAsync })
  if (!pinged.ok) {
    const { reason, description, waitS } = pinged
    const problem = { code: reason.replaceAll('-', '_'), message: description }
    return toProblem(STATUSES[reason], problem, waitS === undefined ? {} : { 'retry-after': String(waitS) })
  }
  if (isAsync || !pinged.isOver) return answerAccepted(operator, pinged.runId)
  const { isDone, message, description, engines } = pinged
  const answer = { message, description, engines }
  return isDone ? Response.json(answer) : toProblem(502, { code: 'not_accepted', ...answer })
}
