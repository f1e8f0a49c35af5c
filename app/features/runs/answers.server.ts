import type { Operator } from '../accounts/accounts.ts'
import { findRun } from './queries.server.ts'
import { runPath, toApiRun } from './runs.ts'

/** Whether a program asks to hear of the run at once instead of its end (RFC 7240). */
export const wantsNoWait = (request: Request): boolean =>
  /\brespond-async\b/i.test(request.headers.get('prefer') ?? '')

/** Answers with a run that has just begun, and where to ask how it goes on. */
export async function answerAccepted(operator: Operator, runId: string): Promise<Response> {
  const run = await findRun(operator, runId)
  const headers = { location: runPath(runId), 'preference-applied': 'respond-async' }
  return Response.json(run && toApiRun(run), { status: 202, headers })
}
