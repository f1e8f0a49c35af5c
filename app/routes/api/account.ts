import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { renameAccount } from '../../features/accounts/members/commands.server.ts'
import { memberRefusals } from '../../features/accounts/members/messages.ts'
import { findAccountName } from '../../features/accounts/members/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Returns the name of the account. */
export const loader = answerRead('findAccount', async ({ operator }) =>
  answerWith('findAccount', { name: await findAccountName(operator) }),
)

/** Renames it. */
export const action = answerWrites({
  renameAccount: async ({ operator, body }) => {
    const refused = await renameAccount(operator, body.name)
    return refused
      ? refuseAs(refused, memberRefusals[refused.reason])
      : answerWith('renameAccount', { name: await findAccountName(operator) })
  },
})
