import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerArticle } from '../../features/api/answer-articles.server.ts'
import { changeArticle } from '../../features/api/change-article.server.ts'
import { sendToSites } from '../../features/api/send-to-sites.server.ts'
import { editArticle } from '../../features/writing/publish/edit-article.server.ts'
import { publishToSites } from '../../features/writing/publish/publish-to-sites.server.ts'
import { editRefusals, sitesRefusals } from '../../features/writing/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Publishes an article that readers do not see, or sends one that they see to more sites. */
export const action = answerWrites({
  publishArticle: async ({ operator, params: { articleId = '' }, body, ifMatch, workId }) => {
    const sent = await sendToSites(operator, { articleId, ifMatch, ...body }, publishToSites)
    if (sent !== 'not-live')
      return answerArticle('publishArticle', sent, { ...editRefusals, ...sitesRefusals })
    const wish = { articleId, changes: body, ifMatch, merges: false, publishes: true, workId }
    return answerArticle('publishArticle', await changeArticle(operator, wish, editArticle), editRefusals)
  },
})
