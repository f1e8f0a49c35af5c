import type { JobKind } from '../../../platform/work/queue.server.ts'
import type { PolledWork } from '../../../platform/work/polling.server.ts'
import { pruneMessages, sendDueMessages, settleMessages } from './send-messages.server.ts'

/** Sends the messages of webhooks. Triggers write them, so no command enqueues a job. */
export const messagesWork: PolledWork = {
  name: 'send-webhook-messages',
  poll: sendDueMessages,
  settle: settleMessages,
}

/** Deletes old messages of webhooks, once a day. */
export const pruneMessagesJob: JobKind = {
  name: 'prune-webhook-messages',
  cron: '13 4 * * *',
  work: pruneMessages,
}
