import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { addPage } from '../../features/articles/placement/add-page.server.ts'
import { listOwnPages } from '../../features/articles/placement/queries.server.ts'
import { findOwnFace } from '../../features/delivery/faces/queries.server.ts'
import { pageRefusals } from '../../features/delivery/target-sites/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true, takes: 'texts' }

/** Lists the pages of a site. */
export const loader = answerRead('listPages', async ({ operator, params: { siteId = '' }, query }) =>
  (await findOwnFace(operator, siteId))
    ? answerList('listPages', await listOwnPages(operator, siteId), {
        ...query,
        toKey: ({ articleId }) => articleId,
      })
    : refuseApi('not-found'),
)

/** Adds a page to a site. */
export const action = answerWrites({
  addPage: async ({ operator, params: { siteId = '' }, body, workId }) => {
    const { path: pagePath, title: pageTitle, content: pageContent } = body
    const page = { pagePath, pageTitle, pageContent, requestId: workId }
    const added = await addPage(operator, siteId, page)
    if (!added.ok) return refuseAs(added, pageRefusals[added.reason])
    const pages = await listOwnPages(operator, siteId)
    const found = pages.find(({ articleId }) => articleId === added.articleId)
    return found ? answerWith('addPage', found) : refuseApi('not-found')
  },
})
