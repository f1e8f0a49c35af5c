import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { addSecret, retireSecret } from '../../features/delivery/target-sites/connection.server.ts'
import { siteRefusals } from '../../features/delivery/target-sites/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

export const loader = answerNoReads

/** Makes a second secret for a webhook, or ends the older one. */
export const action = answerWrites({
  addSecret: async ({ session, params: { siteId = '' } }) => {
    const made = await addSecret(session, siteId)
    if (!made.ok) return refuseAs(made, siteRefusals[made.reason])
    return answerWith('addSecret', { secret: made.secret })
  },
  retireSecret: async ({ session, params: { siteId = '' } }) => {
    const retired = await retireSecret(session, siteId)
    return retired.ok
      ? answerWith('retireSecret', undefined)
      : refuseAs(retired, siteRefusals[retired.reason])
  },
})
