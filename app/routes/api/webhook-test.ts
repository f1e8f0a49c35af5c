import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { sendTest } from '../../features/accounts/webhooks/commands.server.ts'
import { webhookRefusals } from '../../features/accounts/webhooks/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

export const loader = answerNoReads

/** Sends a message to the webhook that only says that it is a test. */
export const action = answerWrites({
  testWebhook: async ({ operator, params: { webhookId = '' }, workId }) => {
    const sent = await sendTest(operator, webhookId, workId)
    return sent.ok ? answerWith('testWebhook', undefined) : refuseAs(sent, webhookRefusals[sent.reason])
  },
})
