import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerDraft } from '../../features/api/answer-articles.server.ts'
import { restoreDraft } from '../../features/api/change-draft.server.ts'
import { toApiRevision } from '../../features/api/convert.ts'
import { findRevisedText } from '../../features/articles/revisions/queries.server.ts'
import { restoreRefusals } from '../../features/writing/messages.ts'
import { restoreRevision } from '../../features/writing/publish/restore-revision.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the texts of a revision. */
export const loader = answerRead('findRevision', async ({ operator, params: { articleId = '', number } }) => {
  const key = { siteId: null, number: Number(number) }
  const text = await findRevisedText(operator, articleId, key)
  return text ? answerWith('findRevision', toApiRevision(key.number, text)) : refuseApi('not-found')
})

/** Restores a revision into the draft or the working copy. */
export const action = answerWrites({
  restoreRevision: async ({ operator, params: { articleId = '', number }, ifMatch }) => {
    const wish = { id: articleId, number: Number(number), ifMatch }
    return answerDraft(
      'restoreRevision',
      await restoreDraft(operator, wish, restoreRevision),
      restoreRefusals,
    )
  },
})
