import { answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { answerRunEvents } from '../../features/runs/run-events.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Streams the progress of a run. */
export const loader = answerRead('followRun', ({ operator, request, params: { runId = '' }, query }) =>
  answerRunEvents(operator, {
    id: runId,
    lastEventId: request.headers.get('last-event-id'),
    waits: query.wait !== undefined,
    latest: query.latest === undefined ? undefined : Number(query.latest),
  }),
)

export const action = answerNoWrites
