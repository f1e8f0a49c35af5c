import { answerFound, answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiPlan } from '../../features/api/convert.ts'
import { renewPlan } from '../../features/writing/schedule/change-plan.server.ts'
import { planRefusals } from '../../features/writing/schedule/messages.ts'
import { findPlan } from '../../features/writing/schedule/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish', checksScope: true }

export const loader = answerNoReads

/** Replaces the text of a plan by the one that is saved now. */
export const action = answerWrites({
  renewPlan: async ({ operator, params }) => {
    if (!(await findPlan(operator, params))) return refuseApi('not-found')
    const refused = await renewPlan(operator, params.planId ?? '')
    if (refused) return refuseAs(refused, planRefusals[refused.reason])
    const plan = await findPlan(operator, params)
    return answerFound('renewPlan', plan && toApiPlan(plan))
  },
})
