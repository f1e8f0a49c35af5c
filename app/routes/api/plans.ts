import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiPlan } from '../../features/api/convert.ts'
import { makePlan } from '../../features/writing/schedule/commands.server.ts'
import { planRefusals } from '../../features/writing/schedule/messages.ts'
import { listPlans } from '../../features/writing/schedule/queries.server.ts'
import { ownsArticle } from '../../features/writing/publish/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the plans of an article: those that wait by their time, then the last ones that are over. */
export const loader = answerRead('listPlans', async ({ operator, params: { articleId = '' }, query }) => {
  if (!(await ownsArticle(operator, articleId))) return refuseApi('not-found')
  const plans = await listPlans(operator, articleId, 'UTC')
  return answerList('listPlans', plans.map(toApiPlan), { ...query, toKey: ({ id }) => id })
})

/** Plans the saved text of an article or a draft. */
export const action = answerWrites({
  createPlan: async ({ operator, params: { articleId = '' }, body, workId }) => {
    const { kind, dueAt, siteIds = [], generateVariations: varies = false } = body
    const plan = { id: workId, kind, dueAt: new Date(dueAt), siteIds: [...new Set(siteIds)], varies }
    const planned = await makePlan(operator, articleId, plan)
    if (!planned.ok) return refuseAs(planned, planRefusals[planned.reason])
    const { planId: id } = planned
    return answerWith('createPlan', { id, articleId: planned.articleId })
  },
})
