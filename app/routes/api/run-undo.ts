import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs, refuseWith } from '../../features/api/refuse.ts'
import { sayRefusal, undoRefusals } from '../../features/newsroom/board/messages.ts'
import { undoRun } from '../../features/newsroom/board/undo-run.server.ts'
import { restorePublished } from '../../features/writing/publish/restore-published.server.ts'
import { undoMove } from '../../features/writing/schedule/change-plan.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Undoes an act. */
export const action = answerWrites({
  undoRun: async ({ operator, params: { runId = '' }, workId: newRunId }) => {
    const undone = await undoRun(operator, runId, { restoreText: restorePublished, undoMove, newRunId })
    if (!undone.ok) return refuseAs(undone, undoRefusals[undone.reason])
    const [reason] = undone.refusals ?? []
    return reason === undefined
      ? answerWith('undoRun', undefined)
      : refuseWith({ ok: false, reason }, { status: 409, message: sayRefusal(reason) })
  },
})
