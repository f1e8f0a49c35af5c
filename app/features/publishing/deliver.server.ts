import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import { enqueue } from '../../platform/queue.server.ts'
import { articlePath } from '../articles/articles.ts'
import { hashText, saveCopy } from '../articles/commands.server.ts'

export const DELIVER_JOB = 'deliver'

// The job is there for a process that dies; while the request lives it makes the first attempt itself.
const FIRST_RETRY_S = 30
// Seconds before the next attempt, by the number of attempts made.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]

const CALL_LIMIT_MS = 20_000

/** Waits for first attempts, but for 20 s at most: whoever called is not kept longer, and jobs see to the rest. */
export async function withinCallLimit(attempts: Promise<unknown>): Promise<void> {
  await Promise.race([attempts, new Promise((resolve) => setTimeout(resolve, CALL_LIMIT_MS).unref())])
}

export interface Order {
  articleId: string
  siteId: string
  wantedHash: string
}

/** Notes what each site should have, with a job that sees to it; what was ordered before stays as it is. */
export async function orderDeliveries(trx: Transaction, orders: Order[]): Promise<string[]> {
  const added = await trx
    .insertInto('deliveries')
    .values(orders.map((order) => ({ id: uuidv7(), ...order })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  for (const { id } of added) {
    await enqueue(trx, { name: DELIVER_JOB, data: { deliveryId: id }, delayS: FIRST_RETRY_S })
  }
  return added.map((delivery) => delivery.id)
}

/**
 * Brings one site to what it should have of one article. Harmless to repeat, and at most one at a time per delivery.
 * A failure is stored with its reason and thrown, so that whoever asked may try again; a final one is only stored.
 */
export async function deliver(deliveryId: string): Promise<void> {
  try {
    await write((trx) => deliverHosted(trx, deliveryId))
  } catch (error) {
    await recordFailure(deliveryId)
    throw error
  }
}

/** Asks for another attempt after a failed one, the later the more there were; about three days in all. */
export async function retryLater(deliveryId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const delivery = await trx
      .selectFrom('deliveries')
      .select('attempts')
      .where('id', '=', deliveryId)
      .executeTakeFirst()
    const pauseS = RETRY_PAUSES_S[(delivery?.attempts ?? Infinity) - 1]
    if (pauseS === undefined) return
    const delayS = Math.ceil(pauseS * (0.5 + Math.random())) // spread, so that what failed together does not return together
    await enqueue(trx, { name: DELIVER_JOB, data: { deliveryId }, delayS })
  })
}

/** Sees to every delivery that is still owed, after the jobs that did were lost. */
export async function resumeDeliveries(trx: Transaction): Promise<void> {
  const owed = await trx
    .selectFrom('deliveries')
    .select('id')
    .where(sql<boolean>`delivered_hash is distinct from wanted_hash`)
    .where(sql<boolean>`reason is distinct from 'site-inactive'`)
    .execute()
  for (const { id } of owed) await enqueue(trx, { name: DELIVER_JOB, data: { deliveryId: id }, delayS: 0 })
}

async function deliverHosted(trx: Transaction, deliveryId: string): Promise<void> {
  const delivery = await trx
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .select([
      'deliveries.articleId',
      'deliveries.siteId',
      'deliveries.wantedHash',
      'deliveries.deliveredHash',
      'targetSites.isActive',
    ])
    .where('deliveries.id', '=', deliveryId)
    .forUpdate('deliveries')
    .executeTakeFirst()
  if (!delivery || delivery.deliveredHash === delivery.wantedHash) return
  const attempt = trx
    .updateTable('deliveries')
    .set((set) => ({ attempts: set('attempts', '+', 1), attemptedAt: sql<Date>`now()` }))
    .where('id', '=', deliveryId)
  if (!delivery.isActive) {
    await attempt.set({ state: 'failed', reason: 'site-inactive' }).execute()
    return
  }
  const origin = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', delivery.articleId)
    .executeTakeFirstOrThrow()
  const canonicalUrl = origin.canonicalUrl ?? env.SITE_URL + articlePath(origin)
  const copy = await saveCopy(trx, { siteId: delivery.siteId, origin, canonicalUrl })
  await attempt
    .set({ state: 'delivered', reason: null, remoteId: copy.id, deliveredHash: hashText(origin) })
    .execute()
}

async function recordFailure(deliveryId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((set) => ({
      state: 'failed',
      reason: 'unexpected',
      attempts: set('attempts', '+', 1),
      attemptedAt: sql<Date>`now()`,
    }))
    .where('id', '=', deliveryId)
    .where('state', '!=', 'delivered')
    .execute()
}
