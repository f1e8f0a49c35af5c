import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { rotateSecret } from '../../features/accounts/webhooks/commands.server.ts'
import { webhookRefusals } from '../../features/accounts/webhooks/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

export const loader = answerNoReads

/** Makes another secret for a webhook, which is shown only now. */
export const action = answerWrites({
  renewWebhookSecret: async ({ session, params: { webhookId = '' }, workId }) => {
    const made = await rotateSecret(session, webhookId, workId)
    return made.ok
      ? answerWith('renewWebhookSecret', { secret: made.secret })
      : refuseAs(made, webhookRefusals[made.reason])
  },
})
