import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { findHistory } from '../../features/articles/revisions/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the revisions of an article or a draft, the newest first. */
export const loader = answerRead('listRevisions', async ({ operator, params: { articleId = '' }, query }) => {
  const history = await findHistory(operator, articleId)
  if (!history) return refuseApi('not-found')
  const shown = history.revisions.map(({ hash: _, ...revision }) => revision)
  return answerList('listRevisions', shown, { ...query, toKey: ({ number }) => String(number) })
})

export const action = answerNoWrites
