import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toNextPage, toPageNumber } from '../../features/api/convert-seo.ts'
import { toApiMessage } from '../../features/api/convert-webhooks.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { findMessages, findWebhook } from '../../features/accounts/webhooks/queries.server.ts'
import { MESSAGES_ON_PAGE } from '../../features/accounts/webhooks/webhooks.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Lists the messages of a webhook with their attempts. */
export const loader = answerRead(
  'listWebhookMessages',
  async ({ operator, params: { webhookId = '' }, query: { cursor } }) => {
    const page = toPageNumber(cursor)
    if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
    if (!(await findWebhook(operator, webhookId))) return refuseApi('not-found')
    const { messages, found } = await findMessages(operator, webhookId, page)
    const next = toNextPage({ page, pageCount: Math.ceil(found / MESSAGES_ON_PAGE) })
    return answerWith('listWebhookMessages', { entries: messages.map(toApiMessage), next })
  },
)

export const action = answerNoWrites
