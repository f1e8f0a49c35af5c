import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerArticle, answerChange } from '../../features/api/answer-articles.server.ts'
import { changeArticle } from '../../features/api/change-article.server.ts'
import { toWholeArticle } from '../../features/api/convert.ts'
import { findOwnArticle } from '../../features/api/queries.server.ts'
import { startChange } from '../../features/api/start-change.server.ts'
import { changeRefusals, sayRefusal } from '../../features/newsroom/board/messages.ts'
import { editArticle } from '../../features/writing/publish/edit-article.server.ts'
import { editRefusals } from '../../features/writing/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'texts' }

/** Returns one of the account's articles. */
export const loader = answerRead('findArticle', async ({ operator, params: { articleId = '' } }) => {
  const found = await findOwnArticle(operator, articleId)
  return found
    ? answerWith('findArticle', toWholeArticle(found), { etag: found.etag })
    : refuseApi('not-found')
})

/** Changes the article, or deletes it. */
export const action = answerWrites({
  changeArticle: async ({ operator, params: { articleId = '' }, body, query, ifMatch, workId }) => {
    const merges = query.merge !== undefined
    const wish = { articleId, changes: body, ifMatch, merges, publishes: false, workId }
    return answerArticle('changeArticle', await changeArticle(operator, wish, editArticle), editRefusals)
  },
  deleteArticle: async ({ operator, params: { articleId = '' }, ifMatch, workId }) => {
    const changed = await startChange(operator, articleId, { kind: 'delete', ifMatch, workId })
    return answerChange('deleteArticle', changed, { changeRefusals, sayRefusal })
  },
})
