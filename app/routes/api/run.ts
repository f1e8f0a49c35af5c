import { answerFound, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { sayResults } from '../../features/runs/commands.server.ts'
import { findRun } from '../../features/runs/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns a run with its results so far. */
export const loader = answerRead('findRun', async ({ operator, params: { runId = '' } }) => {
  const found = await findRun(operator, runId)
  if (!found) return answerFound('findRun', undefined)
  const { version: _, ...run } = sayResults(found)
  return answerFound('findRun', run)
})

export const action = answerNoWrites
