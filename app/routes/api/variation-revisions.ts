import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { findHistory } from '../../features/articles/revisions/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the revisions of the variation of an article for a site, the newest first; none if it never had one. */
export const loader = answerRead(
  'listVariationRevisions',
  async ({ operator, params: { articleId = '', siteId }, query }) => {
    const history = await findHistory(operator, articleId)
    if (!history) return refuseApi('not-found')
    const own = history.variations.find((variation) => variation.siteId === siteId)
    const shown = own?.revisions.map(({ hash: _, ...revision }) => revision) ?? []
    return answerList('listVariationRevisions', shown, { ...query, toKey: ({ number }) => String(number) })
  },
)

export const action = answerNoWrites
