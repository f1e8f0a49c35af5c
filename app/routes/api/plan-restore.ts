import { answerFound, answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiPlan } from '../../features/api/convert.ts'
import { restorePlan } from '../../features/writing/schedule/change-plan.server.ts'
import { planRefusals } from '../../features/writing/schedule/messages.ts'
import { findPlan } from '../../features/writing/schedule/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Restores a plan that was cancelled. */
export const action = answerWrites({
  restorePlan: async ({ operator, params }) => {
    if (!(await findPlan(operator, params))) return refuseApi('not-found')
    const refused = await restorePlan(operator, params.planId ?? '')
    if (refused) return refuseAs(refused, planRefusals[refused.reason])
    const plan = await findPlan(operator, params)
    return answerFound('restorePlan', plan && toApiPlan(plan))
  },
})
