import { answerList, answerRead, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import type { OperationName } from '../../features/api/operations.ts'
import { listArticleDeliveries } from '../../features/api/queries.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { retryDeliveries } from '../../features/delivery/deliveries/commands.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the state of an article on each of its sites. */
export const loader = answerRead('listDeliveries', ({ operator, params: { articleId = '' }, query }) =>
  answerDeliveries('listDeliveries', { operator, articleId, ...query }),
)

/** Attempts again what did not reach its site. */
export const action = answerWrites({
  retryDeliveries: async ({ operator, params: { articleId = '' }, body }) => {
    await retryDeliveries(operator, articleId, body.siteId)
    return answerDeliveries('retryDeliveries', { operator, articleId })
  },
})

interface Asked {
  operator: Operator
  articleId: string
  limit?: string | undefined
  cursor?: string | undefined
}

async function answerDeliveries(
  name: OperationName,
  { operator, articleId, ...page }: Asked,
): Promise<Response> {
  const entries = await listArticleDeliveries(operator, articleId)
  return entries
    ? answerList(name, entries, { ...page, toKey: ({ siteId }) => siteId })
    : refuseApi('not-found')
}
