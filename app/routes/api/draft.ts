import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerDraft } from '../../features/api/answer-articles.server.ts'
import { changeDraft, endDraftOf } from '../../features/api/change-draft.server.ts'
import { toApiDraft } from '../../features/api/convert.ts'
import { toDraftEtag } from '../../features/api/queries.server.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { findArticleOfDraft } from '../../features/writing/publish/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'texts' }

/** Returns one of the account's drafts or working copies. For a draft that was published, the problem names its article. */
export const loader = answerRead('findDraft', async ({ operator, params: { draftId = '' } }) => {
  const draft = await findDraft(operator, draftId)
  if (draft) return answerWith('findDraft', toApiDraft(draft), { etag: toDraftEtag(draft) })
  const articleId = await findArticleOfDraft(operator, draftId)
  return refuseApi('draft-gone', articleId === undefined ? {} : { articleId })
})

/** Changes the draft, or discards it. */
export const action = answerWrites({
  changeDraft: async ({ operator, params: { draftId = '' }, body, query, ifMatch }) => {
    const wish = { ifMatch, merges: query.merge !== undefined, sent: body }
    return answerDraft('changeDraft', await changeDraft(operator, draftId, wish), saveRefusals)
  },
  deleteDraft: async ({ operator, params: { draftId = '' }, ifMatch }) =>
    answerDraft('deleteDraft', await endDraftOf(operator, draftId, ifMatch), saveRefusals),
})
