import { answerFound, answerList, answerRead, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { shareDraft } from '../../features/writing/sharing/commands.server.ts'
import { shareRefusals } from '../../features/writing/sharing/messages.ts'
import { findSharedDraft } from '../../features/writing/sharing/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the links to a draft. */
export const loader = answerRead('listShares', async ({ operator, params: { draftId = '' }, query }) => {
  const draft = await findSharedDraft(operator, draftId)
  return draft
    ? answerList('listShares', draft.shares, { ...query, toKey: ({ id }) => id })
    : refuseApi('draft-gone')
})

/** Makes a link. */
export const action = answerWrites({
  shareDraft: async ({ operator, params: { draftId = '' }, body: { days }, workId: id }) => {
    const refused = await shareDraft(operator, draftId, { id, days })
    if (refused) return refuseAs(refused, shareRefusals[refused.reason])
    const draft = await findSharedDraft(operator, draftId)
    return answerFound(
      'shareDraft',
      draft?.shares.find((share) => share.id === id),
    )
  },
})
