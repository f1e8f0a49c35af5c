import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { startFix, undoOne } from '../../features/links/fixer/commands.server.ts'
import { fixRefusals, postRefusals } from '../../features/links/fixer/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Takes the links of a run out again. */
export const action = answerWrites({
  undoLinkFix: async ({ operator, params: { runId = '' }, body: { articleId } }) => {
    if (articleId !== undefined) {
      const undone = await undoOne(operator, { runId, articleId })
      return undone.ok
        ? answerWith('undoLinkFix', { runId: null })
        : refuseAs(undone, { ...postRefusals, ...fixRefusals }[undone.reason])
    }
    const started = await startFix(operator, { mode: 'undo', usesModel: false, undoes: runId })
    return started.ok
      ? answerWith('undoLinkFix', { runId: started.runId })
      : refuseAs(started, fixRefusals[started.reason])
  },
})
