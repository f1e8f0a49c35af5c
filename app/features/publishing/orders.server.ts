import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { BlogPost } from '../../db/tables.ts'
import { db, type Transaction } from '../../platform/database.server.ts'
import { enqueueAll } from '../../platform/queue.server.ts'
import { hashText } from '../articles/commands.server.ts'
import { DELIVER_JOB } from './leases.server.ts'

// The job is there for a process that dies; while the request lives it makes the first attempt itself.
const TAKEOVER_S = 30

export interface Order {
  articleId: string
  siteId: string
  wantedHash: string
  /** A variation for the site is wanted, where one can be written. */
  varies: boolean
}

/** Identifies what sites show of an article: equal hashes, nothing to deliver. */
export const toWantedHash = (
  article: Parameters<typeof hashText>[0] & Pick<BlogPost, 'slug' | 'imageUrl' | 'lang'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([hashText(article), article.slug, article.imageUrl, article.lang]))
    .digest('base64url')

/**
 * Notes what sites should have, with jobs that see to it, in `delayS` seconds. A site that has it already stays as it
 * is. Gives the ids of the deliveries that are now to be made.
 */
export async function orderDeliveries(
  trx: Transaction,
  orders: Order[],
  delayS = TAKEOVER_S,
): Promise<string[]> {
  if (orders.length === 0) return []
  const values = orders.map((order) => ({ id: uuidv7(), ...order }))
  const ordered = await trx
    .insertInto('deliveries')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .constraint('deliveries_article_site_key')
        .doUpdateSet((set) => ({
          ...anew,
          orders: set('deliveries.orders', '+', 1),
          wantedHash: set.ref('excluded.wantedHash'),
          varies: set.ref('excluded.varies'),
        }))
        .where(
          sql<boolean>`deliveries.wanted_hash is distinct from excluded.wanted_hash
            or deliveries.varies <> excluded.varies or deliveries.state = 'failed'`,
        ),
    )
    .returning('id')
    .execute()
  return enqueueDeliveries(trx, ordered, delayS)
}

/**
 * Asks sites to have an article no more: the ones that are named, or all of them. `forGood` also asks the computers that
 * keep a draft of what they were rid of before. Gives the sites.
 */
export async function orderRemoval(
  trx: Transaction,
  { articleId, siteIds, forGood = false }: { articleId: string; siteIds?: string[]; forGood?: boolean },
): Promise<string[]> {
  const ordered = await trx
    .updateTable('deliveries')
    .set((set) => ({
      ...anew,
      wantedHash: null,
      orders: set('orders', '+', 1),
      // Where it was never tried there is nothing to remove.
      state: sql<'removed' | 'pending'>`case when attempted_at is null then 'removed' else 'pending' end`,
    }))
    .where('articleId', '=', articleId)
    .where((where) => where.or([where('wantedHash', 'is not', null), ...(forGood ? [keepsDraft] : [])]))
    .$if(siteIds !== undefined, (query) => query.where('siteId', 'in', siteIds ?? []))
    .returning(['id', 'siteId', 'state'])
    .execute()
  await enqueueDeliveries(
    trx,
    ordered.filter(({ state }) => state === 'pending'),
  )
  return ordered.map(({ siteId }) => siteId)
}

// A hidden copy here goes with its article.
const keepsDraft = sql<boolean>`attempted_at is not null
  and site_id in (select id from target_sites where kind not in ('main', 'hosted'))`

/**
 * Asks a site once more for everything it should have, and for what it could not be freed of, because something about
 * the site has changed. At another address (`isMoved`) nobody knows what we know of its copies: they are looked for.
 */
export async function reorderSite(trx: Transaction, siteId: string, isMoved = false): Promise<void> {
  if (isMoved) await forgetCopies(trx, siteId)
  const ordered = await trx
    .updateTable('deliveries')
    .set((set) => ({ ...anew, orders: set('orders', '+', 1) }))
    .where('siteId', '=', siteId)
    .where(sql<boolean>`wanted_hash is not null or state in ('pending', 'failed')`)
    .returning('id')
    .execute()
  await enqueueDeliveries(trx, ordered, 0)
}

// Of drafts that are left there as well: under their numbers the new address may have something of somebody else's.
async function forgetCopies(trx: Transaction, siteId: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ remoteId: null, remoteUrl: null, deliveredHash: null })
    .where('siteId', '=', siteId)
    .execute()
}

/** Sees to every delivery that is still owed, after the jobs that did were lost. */
export async function resumeDeliveries(trx: Transaction): Promise<void> {
  const owed = await trx
    .updateTable('deliveries')
    .set({ state: 'pending', unended: 0, leaseUntil: null })
    .where(sql<boolean>`state = 'pending' or next_attempt_at is not null`)
    .returning('id')
    .execute()
  await enqueueDeliveries(trx, owed, 0)
}

/** Asks for another attempt, in `delayS` seconds. */
export async function deliverLater(deliveryId: string, delayS: number): Promise<void> {
  await db.transaction().execute((trx) => enqueueDeliveries(trx, [{ id: deliveryId }], delayS))
}

const anew = {
  state: 'pending' as const,
  attempts: 0,
  unended: 0,
  reason: null,
  detail: null,
  nextAttemptAt: null,
}

async function enqueueDeliveries(
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
