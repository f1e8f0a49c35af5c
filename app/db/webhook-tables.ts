import type { ColumnType, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** A program of an account that is told of events (decision 74). */
export interface WebhooksTable {
  id: string
  userId: string
  url: string
  kinds: string[]
  pausedAt: Date | null
  pauseReason: 'person' | 'gone' | 'failing' | null
  failures: Generated<number>
  failingSince: Date | null
  restsUntil: Date | null
  madeAt: TimestampWithDefault
}

/** A secret that signs the messages of a webhook, sealed. The former one has an end. */
export interface WebhookSecretsTable {
  id: string
  webhookId: string
  secret: string
  endsAt: Date | null
  madeAt: TimestampWithDefault
}

/** One event for one webhook. Triggers write it. Without `dueAt`, it is sent or given up. */
export interface WebhookMessagesTable {
  id: Generated<string>
  webhookId: string
  kind: string
  subject: string | null
  data: ColumnType<Record<string, unknown>, string, never>
  at: TimestampWithDefault
  attempts: Generated<number>
  dueAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  sentAt: Date | null
}

/** One attempt to send a message, and the answer. */
export interface WebhookAttemptsTable {
  id: string
  messageId: string
  at: Date
  durationMs: number
  status: number | null
  answer: string
}
