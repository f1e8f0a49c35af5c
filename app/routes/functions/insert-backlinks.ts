import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { toTally } from '../../features/links/fixer/fixer.ts'
import { startFix } from '../../features/links/fixer/commands.server.ts'
import { fixFailed, fixRefusals, toRunMessage } from '../../features/links/fixer/messages.ts'
import { answerAccepted, waitForRun, wantsNoWait } from '../../features/runs/answers.server.ts'
import { sayResults } from '../../features/runs/commands.server.ts'
import { readOptionalJson } from '../../shared/json-body.ts'
import { toProblem } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/insert-backlinks'

export const handle: RouteFacts = { access: 'function', right: 'organise' }

const requestBody = z.object({ dryRun: z.boolean().default(false), useModel: z.boolean().default(true) })

/**
 * Adds links to all own posts that have a canonical URL (spec §7), and answers when that is done. With
 * `Prefer: respond-async` it answers with the run at once. Needs no body; `dryRun` changes nothing.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const { dryRun, useModel } = await readOptionalJson(request, requestBody)
  const mode = dryRun ? 'try' : 'fix'
  const started = await startFix(operator, { mode, usesModel: useModel })
  if (!started.ok) {
    const { reason } = started
    return toProblem(409, { code: reason.replaceAll('-', '_'), message: fixRefusals[reason] })
  }
  if (wantsNoWait(request)) return answerAccepted(operator, started.runId)
  const run = await waitForRun(operator, started.runId, request.signal)
  if (!run || run.state === 'failed')
    return toProblem(500, { code: 'run_failed', message: run?.error ?? fixFailed })
  const { results } = sayResults(run)
  return Response.json({ ...toTally(run), message: toRunMessage({ ...run, mode }), results })
}
