import {
  answerFound,
  answerRead,
  answerWith,
  answerWrites,
  type Asked,
} from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toWebhookError } from '../../features/api/convert-webhooks.ts'
import {
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  saveWebhook,
} from '../../features/accounts/webhooks/commands.server.ts'
import { webhookRefusals } from '../../features/accounts/webhooks/messages.ts'
import { findWebhook } from '../../features/accounts/webhooks/queries.server.ts'
import { parseWebhook } from '../../features/accounts/webhooks/webhooks.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Returns a webhook of the account. */
export const loader = answerRead('findWebhook', async ({ operator, params: { webhookId = '' } }) =>
  answerFound('findWebhook', await findWebhook(operator, webhookId)),
)

/** Changes the webhook, or deletes it. */
export const action = answerWrites({
  changeWebhook: async (asked) => {
    const { operator, params, body } = asked
    const { webhookId = '' } = params
    const saved = body.url === undefined && body.kinds === undefined ? undefined : await save(asked)
    if (saved) return saved
    if (body.isPaused !== undefined) {
      const switched = await (body.isPaused ? pauseWebhook : resumeWebhook)(operator, webhookId)
      if (!switched.ok) return refuseAs(switched, webhookRefusals[switched.reason])
    }
    return answerFound('changeWebhook', await findWebhook(operator, webhookId))
  },
  deleteWebhook: async ({ operator, params: { webhookId = '' } }) => {
    const deleted = await deleteWebhook(operator, webhookId)
    return deleted.ok
      ? answerWith('deleteWebhook', undefined)
      : refuseAs(deleted, webhookRefusals[deleted.reason])
  },
})

// Returns the refusal, if there is one.
async function save({ session, operator, params: { webhookId = '' }, body }: Asked<'changeWebhook'>) {
  const present = await findWebhook(operator, webhookId)
  if (!present) return refuseApi('not-found')
  const { url = present.url, kinds = present.kinds } = body
  const parsed = parseWebhook({ url, kinds })
  if (!parsed.ok) {
    const { reason } = parsed
    return refuseApi('invalid-request', { errors: [toWebhookError(reason, webhookRefusals[reason])] })
  }
  const saved = await saveWebhook(session, webhookId, { url: parsed.url, kinds: parsed.kinds })
  return saved.ok ? undefined : refuseAs(saved, webhookRefusals[saved.reason])
}
