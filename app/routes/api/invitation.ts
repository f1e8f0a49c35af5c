import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { withdrawInvitation } from '../../features/accounts/members/invite.server.ts'
import { memberRefusals } from '../../features/accounts/members/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

export const loader = answerNoReads

/** Withdraws an invitation. */
export const action = answerWrites({
  withdrawInvitation: async ({ operator, params: { invitationId = '' } }) => {
    const refused = await withdrawInvitation(operator, invitationId)
    return refused
      ? refuseAs(refused, memberRefusals[refused.reason])
      : answerWith('withdrawInvitation', undefined)
  },
})
