import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiPlan } from '../../features/api/convert.ts'
import { findPlan } from '../../features/writing/schedule/queries.server.ts'
import { cancelPlan, movePlan } from '../../features/writing/schedule/change-plan.server.ts'
import { planRefusals } from '../../features/writing/schedule/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Moves a plan of an article, or cancels it. */
export const action = answerWrites({
  movePlan: async ({ operator, params, body }) => {
    if (!(await findPlan(operator, params))) return refuseApi('not-found')
    const refused = await movePlan(operator, params.planId ?? '', new Date(body.dueAt))
    if (refused) return refuseAs(refused, planRefusals[refused.reason])
    const plan = await findPlan(operator, params)
    return plan ? answerWith('movePlan', toApiPlan(plan)) : refuseApi('not-found')
  },
  cancelPlan: async ({ operator, params }) => {
    if (!(await findPlan(operator, params))) return refuseApi('not-found')
    const refused = await cancelPlan(operator, params.planId ?? '')
    return refused ? refuseAs(refused, planRefusals[refused.reason]) : answerWith('cancelPlan', undefined)
  },
})
