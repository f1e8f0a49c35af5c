import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { startGeneration } from '../../features/local-seo/landing-pages/commands.server.ts'
import {
  generationFailed,
  pagesGenerated,
  startRefusals,
  toTallyMessage,
} from '../../features/local-seo/landing-pages/messages.ts'
import { findLastGeneration } from '../../features/local-seo/landing-pages/queries.server.ts'
import { answerAccepted, waitForRun, wantsNoWait } from '../../features/runs/answers.server.ts'
import { readOptionalJson } from '../../shared/json-body.ts'
import { toProblem } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/generate-landing-pages'

export const handle: RouteFacts = { access: 'function', right: 'promote' }

const requestBody = z.object({
  regenerateAll: z.boolean().default(false),
  usesModel: z.boolean().default(false),
})

/**
 * Makes the account's landing pages (spec §7) and answers when that is done. With `Prefer: respond-async` it answers with
 * the run at once. `regenerateAll` brings all pages up to date; without it only new ones are made.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const started = await startGeneration(operator, await readOptionalJson(request, requestBody))
  if (!started.ok) {
    const { reason } = started
    const problem = { code: reason.replaceAll('-', '_'), message: startRefusals[reason] }
    return reason === 'too-often'
      ? toProblem(429, problem, { 'retry-after': String(started.waitS) })
      : toProblem(409, problem)
  }
  if (wantsNoWait(request)) return answerAccepted(operator, started.runId)
  await waitForRun(operator, started.runId, request.signal)
  const run = await findLastGeneration(operator, started.runId)
  if (!run?.tally || run.state === 'failed')
    return toProblem(500, { code: 'run_failed', message: run?.error ?? generationFailed })
  const { generated, ...tally } = run.tally
  return Response.json({
    pagesGenerated: generated,
    ...tally,
    message: pagesGenerated(generated),
    description: toTallyMessage(run.tally),
  })
}
