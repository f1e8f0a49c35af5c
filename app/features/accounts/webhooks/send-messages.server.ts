import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type EventAnswer, postEvent } from '../../../connectors/messages/post-event.server.ts'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import { hasDiskSpace } from '../../../platform/disk-space.server.ts'
import { log } from '../../../platform/log.server.ts'
import { opens, unseal } from '../../../platform/seal.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { toStorable } from '../../../shared/storable.ts'
import { giveUpWaiting } from './commands.server.ts'
import { FAILING_DAYS, GONE, isAccepted, LOG_DAYS, type PauseReason, toPauseS, toRestS } from './webhooks.ts'

const AT_ONCE = 40
const AT_ONCE_EACH = 2 // as many connections as a host gets
const LEASE_S = 60 // longer than an attempt; another process takes it over then
const ANSWER_CHARACTERS = 300

interface Due {
  id: string
  webhookId: string
  url: string
  kind: string
  at: Date
  data: Record<string, unknown>
  attempts: number
  secrets: { id: string; secret: string }[]
}

interface State {
  /** By the ids of webhooks. */
  underWay: Map<string, Promise<void>>
  isSettling: boolean
}

const state = singleton('messages of webhooks', (): State => ({ underWay: new Map(), isSettling: false }))

/**
 * Begins to send the messages that are due, of all accounts, and goes on until none is left. A webhook gets two at once, and
 * a slow one does not delay the others. Returns before they are sent.
 */
export async function sendDueMessages(): Promise<void> {
  if (state.isSettling || !(await hasDiskSpace())) return
  const due = await takeDue()
  for (const [webhookId, messages] of Map.groupBy(due, (message) => message.webhookId))
    state.underWay.set(webhookId, sendAll(webhookId, messages))
}

/** Waits for the messages that this process sends, and begins with no other meanwhile. */
export async function settleMessages(): Promise<void> {
  state.isSettling = true
  await Promise.all(state.underWay.values())
  state.isSettling = false
}

async function sendAll(webhookId: string, messages: Due[]): Promise<void> {
  const outcomes = await Promise.allSettled(messages.map(send))
  state.underWay.delete(webhookId)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      log.error({ err: outcome.reason, webhook: webhookId }, 'webhook.not_stored')
  await sendDueMessages().catch(() => {}) // the next poll tries again
}

// The time of the next attempt is the lease, too: if this process dies, the message is due again.
async function takeDue(): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select message.id, webhooks.url
      from webhooks cross join lateral (
        select id from webhook_messages
        where webhook_id = webhooks.id and due_at <= now()
        order by due_at limit case when webhooks.failures > 0 then 1 else ${AT_ONCE_EACH} end
        for update skip locked
      ) as message
      where paused_at is null and (rests_until is null or rests_until <= now())
        and webhooks.id <> all(${[...state.underWay.keys()]}::uuid[])
      order by random() limit ${Math.max(0, AT_ONCE - state.underWay.size)}
    )
    update webhook_messages set due_at = now() + make_interval(secs => ${LEASE_S}), attempts = attempts + 1
    from due where webhook_messages.id = due.id
    returning webhook_messages.id, webhook_id, url, kind, at, data, attempts, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'secret', secret) order by id desc), '[]')
      from webhook_secrets
      where webhook_secrets.webhook_id = webhook_messages.webhook_id and (ends_at is null or ends_at > now())
    ) as secrets
  `.execute(db)
  return rows
}

async function send(message: Due): Promise<void> {
  const startedAt = new Date()
  const answer = await ask(message)
  const attempt = { ...answer, startedAt, durationMs: Date.now() - startedAt.getTime() }
  const reason = await transact((trx) => storeAttempt(trx, message, attempt))
  const line = { webhook: message.webhookId, message: message.id, status: answer.status }
  if (isAccepted(answer.status)) log.info(line, 'webhook.sent')
  else log.warn({ ...line, paused: reason }, 'webhook.failed')
}

async function ask({ id, url, kind, at, data, secrets }: Due): Promise<EventAnswer> {
  const opened = secrets.flatMap(({ id: rowId, secret }) => {
    const row = { table: 'webhook_secrets', rowId } as const
    return opens(secret, row) ? [unseal(secret, row)] : []
  })
  if (opened.length === 0)
    return { status: null, text: 'The secret of this webhook does not open any more. Make a new one.' }
  return postEvent(url, { id: `msg_${id}`, type: kind, at: new Date(at), data, secrets: opened })
}

type Attempt = EventAnswer & { startedAt: Date; durationMs: number }

// Returns why the webhook is paused, if it is now.
async function storeAttempt(
  trx: Transaction,
  message: Due,
  { status, text, startedAt, durationMs }: Attempt,
): Promise<PauseReason | null> {
  const { id, webhookId, attempts } = message
  const isSent = isAccepted(status)
  const pauseS = isSent ? null : toPauseS(attempts, Math.random())
  const { rows } = await sql<{ failures: number; isFailing: boolean }>`
    update webhooks set failures = case when ${isSent} then 0 else failures + 1 end,
      failing_since = case when ${isSent} then null else coalesce(failing_since, now()) end
    where id = ${webhookId}
    returning failures, coalesce(failing_since < now() - make_interval(days => ${FAILING_DAYS}), false) as is_failing
  `.execute(trx)
  const [webhook] = rows
  if (!webhook) return null // deleted meanwhile, with its messages
  await sql`
    update webhook_messages set due_at = now() + make_interval(secs => ${pauseS}),
      sent_at = case when ${isSent} then now() else sent_at end
    where id = ${id}
  `.execute(trx)
  await trx
    .insertInto('webhookAttempts')
    .values({ id: uuidv7(), messageId: id, at: startedAt, durationMs, status, answer: toAnswer(text) })
    .execute()
  const failing = webhook.isFailing ? 'failing' : null
  const reason = status === GONE ? 'gone' : failing
  if (reason) await pause(trx, webhookId, reason)
  else await rest(trx, webhookId, toRestS(webhook.failures))
  return reason
}

const toAnswer = (text: string) =>
  toStorable(
    text
      .slice(0, 10 * ANSWER_CHARACTERS)
      .replaceAll(/\s+/g, ' ')
      .slice(0, ANSWER_CHARACTERS),
  )

async function pause(trx: Transaction, id: string, pauseReason: PauseReason): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ pausedAt: new Date(), pauseReason })
    .where('id', '=', id)
    .where('pausedAt', 'is', null)
    .execute()
  await giveUpWaiting(trx, id)
}

const rest = (trx: Transaction, id: string, restS: number) =>
  sql`
    update webhooks set rests_until = case when ${restS} > 0 then now() + make_interval(secs => ${restS}) end
    where id = ${id}
  `.execute(trx)

/** Deletes the messages whose time in the log is over, and secrets that do not sign any more. */
export async function pruneMessages(): Promise<void> {
  await sql`
    delete from webhook_messages where due_at is null and at < now() - make_interval(days => ${LOG_DAYS})
  `.execute(db)
  await sql`delete from webhook_secrets where ends_at < now()`.execute(db)
}
