import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { listUndoable } from '../../features/newsroom/board/list-undoable.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the acts that can be undone. */
export const loader = answerRead('listUndoable', async ({ operator, query }) =>
  answerList('listUndoable', await listUndoable(operator), { ...query, toKey: ({ runId }) => runId }),
)

export const action = answerNoWrites
