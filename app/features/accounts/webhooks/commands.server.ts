import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { makeWebhookSecret } from '../../../connectors/sites/credentials.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { seal, unseal } from '../../../platform/seal.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../accounts.ts'
import { note } from '../record/commands.server.ts'
import type { Act } from '../record/record.ts'
import type { Session } from '../sign-in/queries.server.ts'
import {
  type EventKind,
  FORMER_SECRET_H,
  TEST_KIND,
  WEBHOOKS_LIMIT,
  type WebhookRefusal,
} from './webhooks.ts'

type Done = { ok: true } | WebhookRefusal
type Shown = { ok: true; id: string; secret: string } | WebhookRefusal

/** An address, and the events that are sent there. */
interface Wish {
  url: string
  kinds: EventKind[]
}

const BY_HAND_A_MINUTE = 10

/**
 * Adds a webhook. Returns its secret, which is never shown again: only a request that is sent again, with the same `id`,
 * gets it once more.
 */
export async function addWebhook(
  { operator, isFresh }: Session,
  wish: Wish,
  id: string = uuidv7(),
): Promise<Shown> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    await lockWebhooks(trx, operator)
    const made = (await lockOwn(trx, operator, id)) && (await findSecret(trx, { webhookId: id }))
    if (made) return { ok: true, id, secret: made }
    const urls = await trx.selectFrom('webhooks').select('url').where(isOwn(operator, 'userId')).execute()
    if (urls.some(({ url }) => url === wish.url)) return refuse('url-taken')
    if (urls.length >= WEBHOOKS_LIMIT) return refuse('too-many')
    await trx
      .insertInto('webhooks')
      .values({ id, userId: operator.id, ...wish })
      .execute()
    await note(trx, operator, ['webhook-added', wish.url])
    return { ok: true, id, secret: await insertSecret(trx, id, uuidv7()) }
  })
}

// Two at once would not see each other's rows.
const lockWebhooks = (trx: Transaction, operator: Operator) =>
  sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${operator.id}, 0))`.execute(trx)

async function insertSecret(trx: Transaction, webhookId: string, id: string): Promise<string> {
  const secret = makeWebhookSecret()
  await trx
    .insertInto('webhookSecrets')
    .values({ id, webhookId, secret: seal(secret, { table: 'webhook_secrets', rowId: id }) })
    .execute()
  return secret
}

// Returns the present secret of a webhook, or that with an id; undefined without one.
async function findSecret(
  trx: Transaction,
  { webhookId, id }: { webhookId: string; id?: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('webhookSecrets')
    .select(['id', 'secret'])
    .where('webhookId', '=', webhookId)
    .$if(id === undefined, (query) => query.where('endsAt', 'is', null))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return row && unseal(row.secret, { table: 'webhook_secrets', rowId: row.id })
}

/**
 * Makes another secret for a webhook, and returns it. The former one signs too for a day; one before it ends at once. A
 * request that is sent again, with the same `secretId`, gets the same secret.
 */
export async function rotateSecret(
  { operator, isFresh }: Session,
  id: string,
  secretId: string = uuidv7(),
): Promise<Shown> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    const webhook = await lockOwn(trx, operator, id)
    if (!webhook) return refuse('not-found')
    const made = await findSecret(trx, { webhookId: id, id: secretId })
    if (made) return { ok: true, id, secret: made }
    await trx
      .deleteFrom('webhookSecrets')
      .where('webhookId', '=', id)
      .where('endsAt', 'is not', null)
      .execute()
    await trx
      .updateTable('webhookSecrets')
      .set({ endsAt: sql<Date>`now() + make_interval(hours => ${FORMER_SECRET_H})` })
      .where('webhookId', '=', id)
      .execute()
    const secret = await insertSecret(trx, id, secretId)
    await note(trx, operator, ['webhook-changed', webhook.url])
    return { ok: true, id, secret }
  })
}

/** Changes the address and the events of a webhook. What waits goes to the new address, signed with the same secret. */
export async function saveWebhook({ operator, isFresh }: Session, id: string, wish: Wish): Promise<Done> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    await lockWebhooks(trx, operator)
    const webhook = await lockOwn(trx, operator, id)
    if (!webhook) return refuse('not-found')
    const taken = await trx
      .selectFrom('webhooks')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('url', '=', wish.url)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (taken) return refuse('url-taken')
    await trx
      .updateTable('webhooks')
      .set({ ...wish, ...(wish.url !== webhook.url && UNFAILED) })
      .where('id', '=', id)
      .execute()
    await note(trx, operator, ['webhook-changed', wish.url])
    return { ok: true }
  })
}

const UNFAILED = { failures: 0, failingSince: null, restsUntil: null }

/** Pauses a webhook. What waits for it is given up, and events of this time are not told. */
export const pauseWebhook = (operator: Operator, id: string): Promise<Done> =>
  change(operator, id, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ pausedAt: new Date(), pauseReason: 'person' })
      .where('id', '=', id)
      .where('pausedAt', 'is', null)
      .execute()
    await giveUpWaiting(trx, id)
    return 'webhook-changed'
  })

/** Gives up the messages that wait for a webhook, in the caller's transaction. They can be sent again from the log. */
export async function giveUpWaiting(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('webhookMessages')
    .set({ dueAt: null })
    .where('webhookId', '=', id)
    .where('dueAt', 'is not', null)
    .execute()
}

/** Starts a paused webhook again. */
export const resumeWebhook = (operator: Operator, id: string): Promise<Done> =>
  change(operator, id, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ pausedAt: null, pauseReason: null, ...UNFAILED })
      .where('id', '=', id)
      .execute()
    return 'webhook-changed'
  })

/** Deletes a webhook with its log. */
export const deleteWebhook = (operator: Operator, id: string): Promise<Done> =>
  change(operator, id, async (trx) => {
    await trx.deleteFrom('webhooks').where('id', '=', id).execute()
    return 'webhook-deleted'
  })

// `run` returns the act for the record.
const change = (operator: Operator, id: string, run: (trx: Transaction) => Promise<Act>): Promise<Done> =>
  writeAs(operator, async (trx) => {
    const webhook = await lockOwn(trx, operator, id)
    if (!webhook) return refuse('not-found')
    await note(trx, operator, [await run(trx), webhook.url])
    return { ok: true }
  })

/** Sends a message to a webhook that only says that it is a test. The same `messageId` again sends nothing more. */
export const sendTest = (operator: Operator, id: string, messageId: string = uuidv7()): Promise<Done> =>
  sendByHand(operator, id, async (trx) => {
    const message = { id: messageId, webhookId: id, kind: TEST_KIND, data: '{}' }
    await trx
      .insertInto('webhookMessages')
      .values(message)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })

/** Sends a message of the log again, with its id, so that a receiver knows it. */
export const replayMessage = (operator: Operator, id: string, messageId: string): Promise<Done> =>
  sendByHand(operator, id, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhookMessages')
      .set({ dueAt: sql<Date>`now()`, attempts: 0 })
      .where('id', '=', messageId)
      .where('webhookId', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })

// A press of a button does not wait for the end of a rest.
async function sendByHand(
  operator: Operator,
  id: string,
  order: (trx: Transaction) => Promise<boolean>,
): Promise<Done> {
  const limit = { name: 'webhook by hand', of: operator.id, most: BY_HAND_A_MINUTE, windowS: 60 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('too-often')
  return writeAs(operator, async (trx) => {
    const webhook = await lockOwn(trx, operator, id)
    if (!webhook) return refuse('not-found')
    if (webhook.pausedAt) return refuse('paused')
    if (!(await order(trx))) return refuse('not-found')
    await trx.updateTable('webhooks').set({ restsUntil: null }).where('id', '=', id).execute()
    return { ok: true }
  })
}

const lockOwn = (trx: Transaction, operator: Operator, id: string) =>
  trx
    .selectFrom('webhooks')
    .select(['id', 'url', 'pausedAt'])
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .forUpdate()
    .executeTakeFirst()
