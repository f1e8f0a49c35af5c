import { answerFound, answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { type Operator, toPersonId } from '../../features/accounts/accounts.ts'
import { placeMember, removeMember } from '../../features/accounts/members/commands.server.ts'
import { memberRefusals } from '../../features/accounts/members/messages.ts'
import { listMembers } from '../../features/accounts/members/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

export const loader = answerNoReads

/** Gives a person another role, or removes the person. */
export const action = answerWrites({
  changeMember: async ({ operator, params: { personId = '' }, body }) => {
    const present = await findMember(operator, personId)
    const { role, siteIds = present?.siteIds ?? null } = body
    const refused = await placeMember(operator, personId, { role, siteIds })
    if (refused) return refuseAs(refused, memberRefusals[refused.reason])
    // Who is no owner any more reads the people no more.
    const isSelf = personId === toPersonId(operator)
    const placed = isSelf ? present && { ...present, role, siteIds } : await findMember(operator, personId)
    return answerFound('changeMember', placed)
  },
  removeMember: async ({ operator, params: { personId = '' } }) => {
    const refused = await removeMember(operator, personId)
    return refused ? refuseAs(refused, memberRefusals[refused.reason]) : answerWith('removeMember', undefined)
  },
})

const findMember = async (operator: Operator, personId: string) =>
  (await listMembers(operator)).find((member) => member.personId === personId)
