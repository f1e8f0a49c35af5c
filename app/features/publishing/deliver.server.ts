import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { handOver } from './hand-over.server.ts'
import { type DeliveryState, lease, type Leased, type Outcome, settle } from './leases.server.ts'

/**
 * Brings one site to what it should have of one article. Harmless to repeat, and only one at a time per delivery:
 * whoever asks meanwhile waits for the one that is under way in this process. How it ended, with the reason of a
 * failure, is stored, and so is the next attempt; it throws only when the store does. Gives the state that it came to;
 * undefined where there was nothing to do, or somebody else does it. `isForced` does not wait for the delivery's turn.
 */
export async function deliver(deliveryId: string, isForced = false): Promise<DeliveryState | undefined> {
  const before = underWay.get(deliveryId)
  if (!before) return begin(deliveryId, isForced)
  const state = await before
  // It may have looked at what is owed just before that was ordered which is asked for now.
  return (await (underWay.get(deliveryId) ?? begin(deliveryId, false))) ?? state
}

function begin(deliveryId: string, isForced: boolean): Promise<DeliveryState | undefined> {
  const delivering = bringSiteUpToDate(deliveryId, isForced).finally(() => underWay.delete(deliveryId))
  underWay.set(deliveryId, delivering)
  return delivering
}

const underWay = remember('deliveries under way', () => new Map<string, Promise<DeliveryState | undefined>>())

async function bringSiteUpToDate(deliveryId: string, isForced: boolean): Promise<DeliveryState | undefined> {
  let state: DeliveryState | undefined
  do {
    const leased = await lease({ deliveryId, isForced })
    if (!leased) return undefined
    const startedAt = performance.now()
    const outcome = await attemptDelivery(leased)
    state = await settle({ leased, outcome, durationMs: performance.now() - startedAt })
    if (state === 'removed') await forgetDeleted(leased.articleId)
  } while (state === 'pending') // something else was asked for meanwhile
  return state
}

/** Removes an article for good that was to be deleted, once no site has it; says whether it is gone. */
export async function forgetDeleted(articleId: string): Promise<boolean> {
  await db
    .deleteFrom('blogPosts')
    .where('id', '=', articleId)
    .where('deletionAskedAt', 'is not', null)
    .where(
      sql<boolean>`not exists (select from deliveries where article_id = blog_posts.id and state <> 'removed')`,
    )
    .execute()
  const left = await db.selectFrom('blogPosts').select('id').where('id', '=', articleId).executeTakeFirst()
  return left === undefined
}

async function attemptDelivery(leased: Leased): Promise<Outcome> {
  try {
    return await handOver(leased)
  } catch (error) {
    log.error({ err: error, deliveryId: leased.id }, 'delivery.failed')
    return { state: 'failed', reason: 'unexpected', detail: null, isPassing: true }
  }
}
