import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toWebhookError } from '../../features/api/convert-webhooks.ts'
import { addWebhook } from '../../features/accounts/webhooks/commands.server.ts'
import { webhookRefusals } from '../../features/accounts/webhooks/messages.ts'
import { findWebhook, listWebhooks } from '../../features/accounts/webhooks/queries.server.ts'
import { parseWebhook } from '../../features/accounts/webhooks/webhooks.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Lists the webhooks of the account. */
export const loader = answerRead('listWebhooks', async ({ operator, query }) =>
  answerList('listWebhooks', await listWebhooks(operator), { ...query, toKey: ({ id }) => id }),
)

/** Adds a webhook, whose secret is shown only now. */
export const action = answerWrites({
  addWebhook: async ({ session, operator, body, workId }) => {
    const parsed = parseWebhook(body)
    if (!parsed.ok) {
      const { reason } = parsed
      return refuseApi('invalid-request', { errors: [toWebhookError(reason, webhookRefusals[reason])] })
    }
    const added = await addWebhook(session, { url: parsed.url, kinds: parsed.kinds }, workId)
    if (!added.ok) return refuseAs(added, webhookRefusals[added.reason])
    const { id, secret } = added
    const webhook = await findWebhook(operator, id)
    if (!webhook) return refuseApi('not-found')
    return answerWith('addWebhook', { webhook, secret }, { location: `/v1/webhooks/${id}` })
  },
})
