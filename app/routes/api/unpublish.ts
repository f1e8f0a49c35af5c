import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerChange } from '../../features/api/answer-articles.server.ts'
import { startChange } from '../../features/api/start-change.server.ts'
import { changeRefusals, sayRefusal } from '../../features/newsroom/board/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Takes an article off all its sites, by the command of the board. */
export const action = answerWrites({
  unpublishArticle: async ({ operator, params: { articleId = '' }, ifMatch, workId }) => {
    const changed = await startChange(operator, articleId, { kind: 'unpublish', ifMatch, workId })
    return answerChange('unpublishArticle', changed, { changeRefusals, sayRefusal })
  },
})
