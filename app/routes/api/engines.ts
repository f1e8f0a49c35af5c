import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { toApiEngine } from '../../features/api/convert-seo.ts'
import { findNotices } from '../../features/local-seo/search-engines/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Lists the search engines. */
export const loader = answerRead('listEngines', async ({ operator }) => {
  const { engines } = await findNotices(operator, 1)
  return answerWith('listEngines', { entries: engines.map(toApiEngine), next: null })
})

export const action = answerNoWrites
