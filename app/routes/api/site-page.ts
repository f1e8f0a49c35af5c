import { answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { movePage } from '../../features/articles/placement/move-page.server.ts'
import { listOwnPages } from '../../features/articles/placement/queries.server.ts'
import { pageRefusals } from '../../features/delivery/target-sites/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

/** Moves a page of a site. */
export const action = answerWrites({
  movePage: async ({ operator, params: { siteId = '', articleId = '' }, body }) => {
    const toSiteId = body.siteId ?? siteId
    const moved = await movePage(operator, siteId, { articleId, toSiteId, typedPath: body.path })
    if (!moved.ok)
      return moved.reason === 'not-found'
        ? refuseApi('not-found')
        : refuseAs(moved, pageRefusals[moved.reason])
    const pages = await listOwnPages(operator, toSiteId)
    const found = pages.find((page) => page.articleId === articleId.toLowerCase())
    return found ? answerWith('movePage', found) : refuseApi('not-found')
  },
})
