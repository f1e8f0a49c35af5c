import { sql } from 'kysely'
import { type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { placeOnMainSite, tagCopies } from '../../articles/placement/commands.server.ts'
import { type TaggedState, toTaggedRows, toWantedHash } from '../../articles/revisions/queries.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { findHomes, type Home, selectAtHome } from '../../articles/placement/queries.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { removePassingRefusals } from '../variations/commands.server.ts'
import { listUnfinished } from './queries.server.ts'
import { deliverCopy } from './deliver-copy.server.ts'
import type { DeliveryState } from './deliveries.ts'
import {
  enqueueDeliveries,
  forgetCopies,
  insertOrders,
  newlyOrdered,
  type Order,
  TAKEOVER_S,
  updateToOrderAgain,
} from './order-rows.server.ts'
import { acquireLease, type LeasedDelivery, type AttemptOutcome, updateOutcome } from './leases.server.ts'

/**
 * Stores the wanted state of sites, with the jobs that deliver it in `delayS` seconds. Changes nothing for a site that
 * has it already, unless it lacks its variation for a reason that passes by itself. The main site has it immediately.
 * Returns the ids of the deliveries to make.
 */
export async function orderDeliveries(
  trx: Transaction,
  orders: Order[],
  delayS = TAKEOVER_S,
): Promise<string[]> {
  if (orders.length === 0) return []
  const articleIds = [...new Set(orders.map(({ articleId }) => articleId))]
  const homes = await findHomes(trx, articleIds)
  const onMain = orders.flatMap(({ siteId, articleId }) => (siteId === MAIN_SITE_ID ? [articleId] : []))
  await placeOnMainSite(trx, onMain, true)
  const ordered = await insertOrders(
    trx,
    orders.filter(({ siteId }) => siteId !== MAIN_SITE_ID),
  )
  const isSettled = articleIds.every((id) => homes.get(id)?.siteId === MAIN_SITE_ID)
  const moved = isSettled ? [] : await reorderMoved(trx, homes, { articleIds, ordered })
  await enqueueDeliveries(trx, moved, 0)
  return enqueueDeliveries(trx, ordered, delayS)
}

/**
 * Stores the new states of articles for their sites. The caller has changed nothing but their tags, in the same
 * transaction. Copies on hosted sites have them immediately. Returns the ids of the deliveries to make, which have jobs.
 */
export async function orderTagging(trx: Transaction, tagged: TaggedState[]): Promise<string[]> {
  await tagCopies(trx, tagged)
  const ordered = await trx
    .updateTable('deliveries')
    .from(toTaggedRows(tagged))
    .set((set) => ({ ...newlyOrdered, orders: set('orders', '+', 1), wantedHash: set.ref('tagged.hash') }))
    .whereRef('deliveries.articleId', '=', 'tagged.articleId')
    .where('siteId', '!=', MAIN_SITE_ID)
    .where(sql<boolean>`wanted_hash is not null and (wanted_hash <> tagged.hash or state = 'failed')`)
    .returning('deliveries.id')
    .execute()
  return enqueueDeliveries(trx, ordered)
}

// The copies of an article name the page at its home. If another site is its home now, they have to be sent again.
async function reorderMoved(
  trx: Transaction,
  homes: Map<string, Home>,
  { articleIds, ordered }: { articleIds: string[]; ordered: { id: string }[] },
): Promise<{ id: string }[]> {
  const now = await findHomes(trx, articleIds)
  const moved = articleIds.filter((id) => homes.get(id)?.siteId !== now.get(id)?.siteId)
  if (moved.length === 0) return []
  return updateToOrderAgain(trx)
    .where('articleId', '=', sql<string>`any(${moved}::uuid[])`)
    .where('siteId', '!=', MAIN_SITE_ID)
    .where('wantedHash', 'is not', null)
    .where('id', '!=', sql<string>`all(${ordered.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/**
 * Orders the articles whose home is a hosted site again for their other sites, because the copies there name its page. Call
 * it before the site is removed, or after its address has changed. Does nothing for a site of another kind.
 */
export async function orderCopiesOfHome(trx: Transaction, siteId: string): Promise<void> {
  await orderElsewhere(trx, siteId, await listAtHome(trx, siteId))
}

/**
 * Makes a change of a site after which some articles may have another home, and returns its result. Orders these articles
 * again for their other sites. The caller does that for the site itself.
 */
export async function moveHomes<Result>(
  trx: Transaction,
  siteId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = new Set(await listAtHome(trx, siteId))
  const result = await change()
  const now = new Set(await listAtHome(trx, siteId))
  const moved = [...before, ...now].filter((id) => before.has(id) !== now.has(id))
  await orderElsewhere(trx, siteId, moved)
  return result
}

async function listAtHome(trx: Transaction, siteId: string): Promise<string[]> {
  const { rows } = await sql<{ articleId: string }>`${selectAtHome(siteId)}`.execute(trx)
  return rows.map(({ articleId }) => articleId)
}

async function orderElsewhere(trx: Transaction, siteId: string, articleIds: string[]): Promise<void> {
  if (articleIds.length === 0) return
  const ordered = await updateToOrderAgain(trx)
    .where('articleId', '=', sql<string>`any(${articleIds}::uuid[])`)
    .where('siteId', '!=', siteId)
    .where('wantedHash', 'is not', null)
    .execute()
  await enqueueDeliveries(trx, ordered, 0)
}

/**
 * Orders the removal of an article from the named sites, or from all sites. `forGood` includes the remote sites that
 * keep a draft of an unpublished article. Returns the deliveries. That of the main site is already done.
 */
export async function orderRemoval(
  trx: Transaction,
  { articleId, siteIds, forGood = false }: { articleId: string; siteIds?: string[]; forGood?: boolean },
): Promise<{ id: string }[]> {
  const homes = await findHomes(trx, [articleId])
  const left =
    !siteIds || siteIds.includes(MAIN_SITE_ID) ? await placeOnMainSite(trx, [articleId], false) : []
  const ordered = await trx
    .updateTable('deliveries')
    .set((set) => ({
      ...newlyOrdered,
      wantedHash: null,
      orders: set('orders', '+', 1),
      // A site that was never tried has nothing to remove.
      state: sql<'removed' | 'pending'>`case when attempted_at is null then 'removed' else 'pending' end`,
    }))
    .where('articleId', '=', articleId)
    .where('siteId', '!=', MAIN_SITE_ID)
    .where((where) => where.or([where('wantedHash', 'is not', null), ...(forGood ? [keepsDraft] : [])]))
    .$if(siteIds !== undefined, (query) => query.where('siteId', 'in', siteIds ?? []))
    .returning(['id', 'state'])
    .execute()
  const moved = await reorderMoved(trx, homes, { articleIds: [articleId], ordered })
  const pending = ordered.filter(({ state }) => state === 'pending')
  await enqueueDeliveries(trx, pending)
  await enqueueDeliveries(trx, moved, 0)
  return [...ordered, ...(left.length > 0 ? [{ id: articleId }] : [])]
}

// A hidden copy on a hosted site is deleted with its article.
const keepsDraft = sql<boolean>`attempted_at is not null
  and site_id in (select id from target_sites where kind not in ('main', 'hosted'))`

/**
 * Orders all deliveries of a site again, after a change of the site. Failed removals are ordered too. If the URL
 * changed (`isMoved`), the ids of the old copies are deleted, so that connectors search for the copies.
 */
export async function orderAllOfSite(trx: Transaction, siteId: string, isMoved = false): Promise<void> {
  if (isMoved) await forgetCopies(trx, siteId)
  const ordered = await updateToOrderAgain(trx)
    .where('siteId', '=', siteId)
    .where(sql<boolean>`(wanted_hash is not null or state in ('pending', 'failed'))`)
    .execute()
  await enqueueDeliveries(trx, ordered, 0)
}

/** Orders an article again for one site that should have it, because its variation changed. Returns the delivery. */
export async function orderAgain(
  trx: Transaction,
  { articleId, siteId }: { articleId: string; siteId: string },
): Promise<string[]> {
  const ordered = await updateToOrderAgain(trx)
    .where('articleId', '=', articleId)
    .where('siteId', '=', siteId)
    .where('wantedHash', 'is not', null)
    .execute()
  return enqueueDeliveries(trx, ordered)
}

/** Enqueues every unfinished delivery again, for a database that was restored without its jobs. */
export async function resumeDeliveries(trx: Transaction): Promise<void> {
  const unfinished = await trx
    .updateTable('deliveries')
    .set({ state: 'pending', unended: 0, leaseUntil: null })
    .where(sql<boolean>`state = 'pending' or next_attempt_at is not null`)
    .returning('id')
    .execute()
  await enqueueDeliveries(trx, unfinished, 0)
}

/** Enqueues another attempt, in `delayS` seconds. */
export async function deliverLater(deliveryId: string, delayS: number): Promise<void> {
  await transact((trx) => enqueueDeliveries(trx, [{ id: deliveryId }], delayS))
}

/**
 * Delivers one article to one site, and stores the outcome. Idempotent: a second call in this process waits for the
 * first one. Returns the new state; undefined if there is nothing to do or another process holds the lease. `isForced`
 * does not wait for the time of the next attempt. Throws only if the database throws.
 */
export async function deliver(deliveryId: string, isForced = false): Promise<DeliveryState | undefined> {
  const earlier = underWay.get(deliveryId)
  if (!earlier) return startDelivering(deliveryId, isForced)
  const state = await earlier
  // The earlier call may have read the delivery just before it was ordered again.
  return (await (underWay.get(deliveryId) ?? startDelivering(deliveryId, false))) ?? state
}

function startDelivering(deliveryId: string, isForced: boolean): Promise<DeliveryState | undefined> {
  const delivering = bringSiteUpToDate(deliveryId, isForced).finally(() => underWay.delete(deliveryId))
  underWay.set(deliveryId, delivering)
  return delivering
}

const underWay = singleton(
  'deliveries under way',
  () => new Map<string, Promise<DeliveryState | undefined>>(),
)

async function bringSiteUpToDate(deliveryId: string, isForced: boolean): Promise<DeliveryState | undefined> {
  let state: DeliveryState | undefined
  do {
    const leased = await acquireLease({ deliveryId, isForced })
    if (!leased) return undefined
    const startedAt = performance.now()
    const outcome = await attemptDelivery(leased)
    state = await updateOutcome({ leased, outcome, durationMs: performance.now() - startedAt })
  } while (state === 'pending') // it was ordered again in the meantime
  return state
}

async function attemptDelivery(leased: LeasedDelivery): Promise<AttemptOutcome> {
  try {
    return await deliverCopy(leased, deliver)
  } catch (error) {
    log.error({ err: error, deliveryId: leased.id }, 'delivery.failed')
    return { state: 'failed', reason: 'unexpected', detail: null, isRetryable: true }
  }
}

/**
 * Attempts the unfinished deliveries of one of the operator's articles now, within 20 s: to one site, or to all of them.
 * Variations that failed for a reason that passes by itself are tried again. Returns the number of those sites that are
 * still not up to date; undefined if the account has no such article.
 */
export async function retryDeliveries(
  operator: Operator,
  articleId: string,
  siteId?: string,
): Promise<number | undefined> {
  requireRight(operator, 'publish')
  const unfinished = await listUnfinished(operator, articleId, siteId)
  if (!unfinished) return undefined
  await writeAs(operator, (trx) => removePassingRefusals(trx, unfinished))
  await withinCallLimit(Promise.allSettled(unfinished.map(({ id }) => deliver(id, true))))
  return (await listUnfinished(operator, articleId, siteId))?.length
}

/** Delivers articles of the main site to a site that does not have them yet. */
export async function shareArticles(siteId: string, articleIds: string[]): Promise<void> {
  if (articleIds.length === 0) return
  const deliveryIds = await write(async (trx) => {
    const articles = await trx.selectFrom('blogPosts').selectAll().where('id', 'in', articleIds).execute()
    return orderDeliveries(
      trx,
      articles.map((article) => ({
        siteId,
        articleId: article.id,
        wantedHash: toWantedHash(article),
        varies: false,
      })),
    )
  })
  await Promise.all(deliveryIds.map((id) => deliver(id)))
}
