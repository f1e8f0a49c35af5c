import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { replayMessage } from '../../features/accounts/webhooks/commands.server.ts'
import { webhookRefusals } from '../../features/accounts/webhooks/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

export const loader = answerNoReads

/** Sends a message of the log again. */
export const action = answerWrites({
  replayWebhookMessage: async ({ operator, params: { webhookId = '', messageId = '' } }) => {
    const sent = await replayMessage(operator, webhookId, messageId)
    return sent.ok
      ? answerWith('replayWebhookMessage', undefined)
      : refuseAs(sent, webhookRefusals[sent.reason])
  },
})
