import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the sites that the account can publish on. */
export const loader = answerRead('listSites', async ({ operator }) => {
  const sites = await listTargetSites(operator)
  const entries = sites.map(({ id, name, url, kind }) => ({ id, name, url, kind }))
  return answerWith('listSites', { entries, next: null })
})

export const action = answerNoWrites
