import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toLimit } from '../../features/api/convert.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { sayResults } from '../../features/runs/commands.server.ts'
import { findRun, listResults } from '../../features/runs/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns a run with a page of its results so far. */
export const loader = answerRead('findRun', async ({ operator, params: { runId = '' }, query }) => {
  const found = await findRun(operator, runId, { latest: 0 })
  if (!found) return refuseApi('not-found')
  const part = await listResults(operator, found, { limit: toLimit(query), cursor: query.cursor })
  if (!part) return refuseApi('invalid-request', { errors: [wrongCursor] })
  const { version: _, ...run } = sayResults({ ...found, results: part.results })
  return answerWith('findRun', { ...run, next: part.next })
})

export const action = answerNoWrites
