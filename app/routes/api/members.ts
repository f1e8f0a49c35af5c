import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { listMembers } from '../../features/accounts/members/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Lists the people of the account. */
export const loader = answerRead('listMembers', async ({ operator, query }) =>
  answerList('listMembers', await listMembers(operator), { ...query, toKey: ({ personId }) => personId }),
)

export const action = answerNoWrites
