import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { takePart, toLimit } from '../../features/api/convert.ts'
import { findHistory } from '../../features/articles/revisions/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the revisions of an article or a draft, the newest first. */
export const loader = answerRead(
  'listRevisions',
  async ({ operator, params: { articleId = '' }, query: { cursor, limit } }) => {
    const history = await findHistory(operator, articleId)
    if (!history) return refuseApi('not-found')
    const { entries, next } = takePart(history.revisions, { cursor, limit: toLimit({ limit }) })
    const shown = entries.map(({ hash: _, ...revision }) => revision)
    return answerWith('listRevisions', { entries: shown, next })
  },
)

export const action = answerNoWrites
