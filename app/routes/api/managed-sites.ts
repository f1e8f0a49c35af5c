import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { toApiSite } from '../../features/api/convert-sites.ts'
import { listManagedSites } from '../../features/delivery/target-sites/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

/** Lists the account's sites and the shared ones, with the state of each. */
export const loader = answerRead('listManagedSites', async ({ operator, query }) =>
  answerList('listManagedSites', (await listManagedSites(operator)).map(toApiSite), {
    ...query,
    toKey: ({ id }) => id,
  }),
)

export const action = answerNoWrites
