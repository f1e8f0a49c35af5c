import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { withdrawShare } from '../../features/writing/sharing/commands.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

export const loader = answerNoReads

/** Withdraws a link to a draft. */
export const action = answerWrites({
  withdrawShare: async ({ operator, params: { draftId = '', shareId = '' } }) =>
    (await withdrawShare(operator, draftId, shareId))
      ? answerWith('withdrawShare', undefined)
      : refuseApi('not-found'),
})
