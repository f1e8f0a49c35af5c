import { setTimeout as sleep } from 'node:timers/promises'
import type { Operator } from '../accounts/accounts.ts'
import { sayResults } from './commands.server.ts'
import { findRun } from './queries.server.ts'
import { hasEnded, type Run, runPath, toApiRun } from './runs.ts'

const POLL_MS = 200

/** Returns true if a client wants an answer immediately, before the run ends (RFC 7240). */
export const wantsNoWait = (request: Request): boolean =>
  /\brespond-async\b/i.test(request.headers.get('prefer') ?? '')

/** Returns the answer 202 with a run that has just begun and the URL of its state. */
export async function answerAccepted(operator: Operator, runId: string): Promise<Response> {
  const run = await findRun(operator, runId)
  const headers = { location: runPath(runId), 'preference-applied': 'respond-async' }
  return Response.json(run && toApiRun(sayResults(run)), { status: 202, headers })
}

/** Waits until a run of the operator has ended or `signal` aborts, then returns it. The run continues either way. */
export async function waitForRun(
  operator: Operator,
  runId: string,
  signal: AbortSignal,
): Promise<Run | undefined> {
  let run = await findRun(operator, runId, { latest: 0 })
  while (run && !hasEnded(run) && !signal.aborted) {
    await sleep(POLL_MS)
    run = await findRun(operator, runId, { latest: 0 })
  }
  return findRun(operator, runId)
}
