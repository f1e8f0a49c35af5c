import type { WebhookMessage } from '../accounts/webhooks/webhooks.ts'
import type { FieldError } from './api.ts'

/** Returns what is wrong with the address or the events of a webhook, as an error of a request. `message` is the sentence. */
export const toWebhookError = (reason: 'url-wrong' | 'kind-needed', message: string): FieldError => ({
  field: reason === 'url-wrong' ? 'url' : 'kinds',
  message,
})

/** Returns a message of the log as the API answers with it. */
export const toApiMessage = ({ attempts, ...message }: WebhookMessage) => ({
  ...message,
  attempts: attempts.map(({ at, durationMs, status, answer }) => ({ at, durationMs, status, answer })),
})
