import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerArticle } from '../../features/api/answer-articles.server.ts'
import { toArticleItem, toDraft, toLimit } from '../../features/api/convert.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { publishText } from '../../features/api/publish-draft.server.ts'
import { NO_FILTER } from '../../features/newsroom/board/board.ts'
import { listBoardPart } from '../../features/newsroom/board/queries.server.ts'
import { editRefusals } from '../../features/writing/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'texts' }

/** Lists the account's articles, by the filters and in the orders of the board. */
export const loader = answerRead(
  'listArticles',
  async ({ operator, query: { cursor, limit, ...filter } }) => {
    const part = await listBoardPart(
      operator,
      { ...NO_FILTER, ...filter },
      { cursor, limit: toLimit({ limit }) },
    )
    if (!part) return refuseApi('invalid-request', { errors: [wrongCursor] })
    return answerWith('listArticles', { entries: part.rows.map(toArticleItem), next: part.next })
  },
)

/** Publishes a new article. */
export const action = answerWrites({
  createArticle: async ({ operator, body, workId }) => {
    const text = toDraft({ author: operator.name, ...body })
    const published = await publishText(operator, workId, { text })
    return answerArticle('createArticle', published, editRefusals)
  },
})
