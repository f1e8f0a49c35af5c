import { sql } from 'kysely'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { EVENT_KINDS, MESSAGES_ON_PAGE, type Webhook, type WebhookMessage } from './webhooks.ts'

/** Lists the webhooks of the operator's account, the oldest first. */
export async function listWebhooks(operator: Operator): Promise<Webhook[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('webhooks')
      .select(['id', 'url', 'kinds', 'pauseReason', 'failingSince'])
      .select((select) =>
        select
          .selectFrom('webhookMessages')
          .whereRef('webhookId', '=', 'webhooks.id')
          .where('dueAt', 'is not', null)
          .select(sql<number>`count(*)::int`.as('waiting'))
          .as('waiting'),
      )
      .where(isOwn(operator, 'userId'))
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ kinds, waiting, ...row }) => ({
    ...row,
    kinds: EVENT_KINDS.filter((kind) => kinds.includes(kind)),
    waiting: waiting ?? 0,
  }))
}

/** Returns one of the webhooks of the operator's account. */
export const findWebhook = async (operator: Operator, id: string): Promise<Webhook | undefined> =>
  (await listWebhooks(operator)).find((webhook) => webhook.id === id)

/** Returns a page of the log of one of the operator's webhooks, the newest message first, and the number of all messages. */
export async function findMessages(
  operator: Operator,
  webhookId: string,
  page: number,
): Promise<{ messages: WebhookMessage[]; found: number }> {
  return readAs(operator, async (trx) => {
    const own = trx
      .selectFrom('webhookMessages')
      .innerJoin('webhooks', 'webhooks.id', 'webhookId')
      .where(isOwn(operator, 'userId'))
      .where('webhookId', '=', webhookId)
    const { found } = await own.select(sql<number>`count(*)::int`.as('found')).executeTakeFirstOrThrow()
    const rows = await own
      .select(['webhookMessages.id', 'kind', 'at', 'sentAt', 'dueAt', 'data'])
      .orderBy('at', 'desc')
      .orderBy('webhookMessages.id', 'desc')
      .limit(MESSAGES_ON_PAGE)
      .offset((page - 1) * MESSAGES_ON_PAGE)
      .execute()
    const attempts = await trx
      .selectFrom('webhookAttempts')
      .select(['id', 'messageId', 'at', 'durationMs', 'status', 'answer'])
      .where(sql<boolean>`message_id = any(${rows.map(({ id }) => id)}::uuid[])`)
      .orderBy('id', 'desc')
      .execute()
    const messages = rows.map((row) => ({
      ...row,
      attempts: attempts.filter(({ messageId }) => messageId === row.id),
    }))
    return { messages, found }
  })
}
