import type { Refusal } from '../../../shared/refusal.ts'
import { readFormText } from '../../../shared/text.ts'
import { parseWebUrl } from '../../../shared/web-url.ts'

/** The events that a webhook can get. Triggers write them (migration 0084). */
export const EVENT_KINDS = [
  'article.published',
  'article.updated',
  'article.unpublished',
  'article.deleted',
  'delivery.succeeded',
  'delivery.refused',
  'run.ended',
  'landing_page.published',
  'landing_page.updated',
  'landing_page.unpublished',
  'member.joined',
  'member.left',
  'member.role_changed',
] as const

/** One of them. */
export type EventKind = (typeof EVENT_KINDS)[number]

/** The kind of a message that its owner asked for. No webhook has to choose it. */
export const TEST_KIND = 'webhook.test'

/** The most webhooks of an account. */
export const WEBHOOKS_LIMIT = 10
/** Hours for which the former secret signs beside the new one. */
export const FORMER_SECRET_H = 24
/** Days without one success after which a webhook is paused. */
export const FAILING_DAYS = 5
/** Days for which messages are kept. */
export const LOG_DAYS = 30
/** Messages on a page of the log. */
export const MESSAGES_ON_PAGE = 20

// Seconds before the next attempt, by the number of attempts made; five days in all.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400]

/**
 * Returns the seconds before the next attempt; null after the last one. `spread` is a random number from 0 to 1, so that
 * messages that failed together are not tried again together.
 */
export function toPauseS(attempts: number, spread: number): number | null {
  const pauseS = RETRY_PAUSES_S[attempts - 1]
  return pauseS === undefined ? null : Math.ceil(pauseS * (0.75 + spread / 2))
}

const FAILURES_BEFORE_REST = 5
const FIRST_REST_S = 60
const LONGEST_REST_S = 3600

/** Returns the seconds for which a webhook rests after failures in a row, whatever waits for it. */
export const toRestS = (failures: number): number =>
  failures < FAILURES_BEFORE_REST
    ? 0
    : Math.min(LONGEST_REST_S, FIRST_REST_S * 2 ** (failures - FAILURES_BEFORE_REST))

/** Returns true for the status of an answer that accepts a message. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** The receiver wants no more messages. */
export const GONE = 410

/** The reason why a webhook gets no messages: its owner, its receiver, or failures for days. */
export type PauseReason = 'person' | 'gone' | 'failing'

/** A webhook as the list of its account has it. */
export interface Webhook {
  id: string
  url: string
  kinds: EventKind[]
  pauseReason: PauseReason | null
  failingSince: Date | null
  /** Messages that are not sent yet. */
  waiting: number
}

/** A message of the log, with its attempts. */
export interface WebhookMessage {
  id: string
  kind: string
  at: Date
  sentAt: Date | null
  dueAt: Date | null
  data: unknown
  attempts: { id: string; at: Date; durationMs: number; status: number | null; answer: string }[]
}

/** A reason why a change of a webhook is refused. */
export type WebhookRefusal = Refusal<
  'not-fresh' | 'not-found' | 'too-many' | 'url-taken' | 'paused' | 'too-often'
>

/** The form of a webhook as it was typed. */
export interface TypedWebhook {
  url: string
  kinds: string[]
}

/** Returns the form of a webhook as it was typed. */
export const readWebhookForm = (form: FormData): TypedWebhook => ({
  url: readFormText(form, 'url'),
  kinds: form.getAll('kinds').map(String),
})

/** Returns the address and the events of a form; a refusal for no good address, or for no event. */
export function parseWebhook({
  url: typed,
  kinds: ticked,
}: TypedWebhook): { ok: true; url: string; kinds: EventKind[] } | Refusal<'url-wrong' | 'kind-needed'> {
  const url = parseWebUrl(typed)
  const kinds = EVENT_KINDS.filter((kind) => ticked.includes(kind))
  if (!url) return { ok: false, reason: 'url-wrong' }
  return kinds.length === 0 ? { ok: false, reason: 'kind-needed' } : { ok: true, url: url.href, kinds }
}
