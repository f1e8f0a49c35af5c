import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { listRedirects } from '../../features/api/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the old paths that lead to an article. */
export const loader = answerRead('listRedirects', async ({ operator, params: { articleId = '' }, query }) => {
  const redirects = await listRedirects(operator, articleId)
  if (!redirects) return refuseApi('not-found')
  return answerList('listRedirects', redirects, { ...query, toKey: ({ siteId, path }) => siteId + path })
})

export const action = answerNoWrites
