import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { submitText, withdrawText } from '../../features/writing/review/commands.server.ts'
import { reviewRefusals } from '../../features/writing/review/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

export const loader = answerNoReads

/** Submits a text for a review, or takes it back. */
export const action = answerWrites({
  submitDraft: async ({ operator, params: { draftId = '' } }) => {
    const refused = await submitText(operator, draftId)
    return refused ? refuseAs(refused, reviewRefusals[refused.reason]) : answerWith('submitDraft', undefined)
  },
  withdrawReview: async ({ operator, params: { draftId = '' } }) => {
    const refused = await withdrawText(operator, draftId)
    return refused
      ? refuseAs(refused, reviewRefusals[refused.reason])
      : answerWith('withdrawReview', undefined)
  },
})
