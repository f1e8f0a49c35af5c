import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { invitePerson } from '../../features/accounts/members/invite.server.ts'
import { memberRefusals } from '../../features/accounts/members/messages.ts'
import { listInvitations } from '../../features/accounts/members/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Lists the open invitations. */
export const loader = answerRead('listInvitations', async ({ operator, query }) => {
  const open = await listInvitations(operator)
  return answerList(
    'listInvitations',
    open.map(({ isWaiting: _, ...invitation }) => invitation),
    { ...query, toKey: ({ id }) => id },
  )
})

/** Invites a person. */
export const action = answerWrites({
  invitePerson: async ({ operator, body: { email = '', role, siteIds = null }, workId: id }) => {
    const invited = await invitePerson(operator, { id, email, placed: { role, siteIds } })
    return invited.ok
      ? answerWith('invitePerson', { id, link: invited.link ?? null })
      : refuseAs(invited, memberRefusals[invited.reason])
  },
})
