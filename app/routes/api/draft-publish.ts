import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerArticle } from '../../features/api/answer-articles.server.ts'
import { publishDraft } from '../../features/api/publish-draft.server.ts'
import { editArticle } from '../../features/writing/publish/edit-article.server.ts'
import { editRefusals } from '../../features/writing/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Publishes a draft, or a working copy over its article. */
export const action = answerWrites({
  publishDraft: async ({ operator, params: { draftId = '' }, body, ifMatch, workId }) => {
    const wish = { draftId, ifMatch, choices: body, workId }
    return answerArticle('publishDraft', await publishDraft(operator, wish, editArticle), editRefusals)
  },
})
