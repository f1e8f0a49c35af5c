import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import type { OperationName } from '../../features/api/operations.ts'
import { listArticleDeliveries } from '../../features/api/queries.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { retryDeliveries } from '../../features/delivery/deliveries/commands.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the state of an article on each of its sites. */
export const loader = answerRead('listDeliveries', ({ operator, params: { articleId = '' } }) =>
  answerList('listDeliveries', operator, articleId),
)

/** Attempts again what did not reach its site. */
export const action = answerWrites({
  retryDeliveries: async ({ operator, params: { articleId = '' }, body }) => {
    await retryDeliveries(operator, articleId, body.siteId)
    return answerList('retryDeliveries', operator, articleId)
  },
})

async function answerList(name: OperationName, operator: Operator, articleId: string): Promise<Response> {
  const entries = await listArticleDeliveries(operator, articleId)
  return entries ? answerWith(name, { entries, next: null }) : refuseApi('not-found')
}
