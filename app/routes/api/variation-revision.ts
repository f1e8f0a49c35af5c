import { answerFound, answerRead, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { toApiRevision } from '../../features/api/convert.ts'
import { listArticleDeliveries } from '../../features/api/queries.server.ts'
import { findRevisedText } from '../../features/articles/revisions/queries.server.ts'
import { restoreRefusals } from '../../features/writing/messages.ts'
import { restoreRevision } from '../../features/writing/publish/restore-revision.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the texts of a revision of a variation. */
export const loader = answerRead(
  'findVariationRevision',
  async ({ operator, params: { articleId = '', siteId = '', number } }) => {
    const key = { siteId, number: Number(number) }
    const text = await findRevisedText(operator, articleId, key)
    return answerFound('findVariationRevision', text && toApiRevision(key.number, text))
  },
)

/** Restores a variation, which its site gets at once. */
export const action = answerWrites({
  restoreVariation: async ({ operator, params: { articleId = '', siteId = '', number } }) => {
    const refused = await restoreRevision(operator, articleId, { siteId, number: Number(number) })
    if (refused) return refuseAs(refused, restoreRefusals[refused.reason], { faults: refused.faults })
    const deliveries = await listArticleDeliveries(operator, articleId)
    return answerFound(
      'restoreVariation',
      deliveries?.find((delivery) => delivery.siteId === siteId),
    )
  },
})
