import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { enqueueAll } from '../../../platform/work/queue.server.ts'
import { removePassingRefusals } from '../variations/commands.server.ts'
import { DELIVER_JOB } from './leases.server.ts'

/** Seconds until a job makes a delivery. The request makes the first attempt; the job continues after a crash. */
export const TAKEOVER_S = 30

/** The wanted state of one article on one site. */
export interface Order {
  articleId: string
  siteId: string
  wantedHash: string
  /** True if the site gets a variation, where one can be written. */
  varies: boolean
}

/** Stores orders. Returns the deliveries to make: those of sites that have the wanted state already are not among them. */
export async function insertOrders(trx: Transaction, orders: Order[]): Promise<{ id: string }[]> {
  if (orders.length === 0) return []
  const varied = orders.filter(({ varies }) => varies)
  const freed = await removePassingRefusals(trx, varied)
  const values = orders.map((each) => ({ id: uuidv7(), ...each }))
  return trx
    .insertInto('deliveries')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .constraint('deliveries_article_site_key')
        .doUpdateSet((set) => ({
          ...newlyOrdered,
          orders: set('deliveries.orders', '+', 1),
          wantedHash: set.ref('excluded.wantedHash'),
          varies: set.ref('excluded.varies'),
        }))
        .where(
          sql<boolean>`deliveries.wanted_hash is distinct from excluded.wanted_hash
            or deliveries.varies <> excluded.varies or deliveries.state = 'failed'
            or concat(deliveries.article_id, deliveries.site_id) = any(${freed.map(toPair)}::text[])`,
        ),
    )
    .returning('id')
    .execute()
}

const toPair = ({ articleId, siteId }: { articleId: string; siteId: string }) => articleId + siteId

/** The columns of a delivery that was ordered just now. */
export const newlyOrdered = {
  state: 'pending' as const,
  attempts: 0,
  unended: 0,
  reason: null,
  detail: null,
  nextAttemptAt: null,
}

/** Returns the update that orders deliveries again; the caller says which. */
export const updateToOrderAgain = (trx: Transaction) =>
  trx
    .updateTable('deliveries')
    .set((set) => ({ ...newlyOrdered, orders: set('orders', '+', 1) }))
    .returning('id')

/** Enqueues the jobs of deliveries, in `delayS` seconds. Returns the ids. */
export async function enqueueDeliveries(
  trx: Transaction,
  ordered: { id: string }[],
  delayS = TAKEOVER_S,
): Promise<string[]> {
  const ids = ordered.map(({ id }) => id)
  await enqueueAll(trx, {
    name: DELIVER_JOB,
    data: ids.map((deliveryId) => ({ deliveryId })),
    delayS,
  })
  return ids
}

/**
 * Deletes the ids of all copies of a site, also of drafts. At the new URL the same ids may belong to posts of other people.
 * An attempt that is under way loses its id, so that its outcome brings none of them back.
 */
export async function forgetCopies(trx: Transaction, siteId: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ remoteId: null, remoteUrl: null, deliveredHash: null, deliveredVariation: null, attemptId: null })
    .where('siteId', '=', siteId)
    .execute()
}
