import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { dropPages, write } from '../../platform/page-drops.server.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { pageTag } from '../articles/articles.ts'
import { hashText, insertArticle, renderText, toTextColumns } from '../articles/commands.server.ts'
import { deliver, orderDeliveries, withinCallLimit } from './deliver.server.ts'
import {
  type Draft,
  MAIN_SITE_ID,
  parseSiteUrl,
  type PublishRefusal,
  type PublishSummary,
} from './publishing.ts'
import { findPublishSummary, listTargetSites } from './queries.server.ts'

/** Tag of everything that depends on which sites exist. */
export const SITES_TAG = 'sites'

/**
 * Publishes an article on the main site and delivers it to the selected ones. Article, deliveries and their jobs are
 * stored together; then every delivery gets its first attempt, side by side and for 20 s at most: what is unfinished
 * counts as failed in the summary and is tried again in the background. The same form sent twice publishes once.
 */
export async function publishArticle(
  operator: Operator,
  draft: Draft,
): Promise<{ ok: true; summary: PublishSummary } | { ok: false; reason: PublishRefusal }> {
  const available = new Set((await listTargetSites(operator)).map((site) => site.id))
  if (!draft.siteIds.every((id) => available.has(id))) return { ok: false, reason: 'site-unavailable' }
  const rendered = await renderText(draft).catch(toUndefinedWhenLate)
  if (!rendered) return { ok: false, reason: 'text-too-slow' }
  const columns = toTextColumns(draft, rendered)
  const stored = await writeAs(operator, (trx) => storeArticle(trx, { operator, draft, columns })).catch(
    toUndefinedWhenRefused,
  )
  if (!stored) return { ok: false, reason: 'not-stored' }
  await withinCallLimit(Promise.allSettled(stored.deliveryIds.map(deliver)))
  return { ok: true, summary: await findPublishSummary(operator, stored.articleId) }
}

/**
 * Attempts at once whatever an article of the operator's still owes to its sites, instead of when its turn would come;
 * 20 s at most. Returns how many sites do not have it still; nothing happens to an article of somebody else.
 */
export async function redeliver(operator: Operator, articleId: string): Promise<{ failed: number }> {
  const owed = await listOwed(operator, articleId)
  await withinCallLimit(Promise.allSettled(owed.map(({ id }) => deliver(id))))
  return { failed: (await listOwed(operator, articleId)).length }
}

const listOwed = (operator: Operator, articleId: string) =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('deliveries')
      .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
      .select('deliveries.id')
      .where(isOwn(operator, 'blogPosts.userId'))
      .where('deliveries.articleId', '=', articleId)
      .where('deliveries.state', '!=', 'delivered')
      .execute(),
  )

/** Delivers articles of the main site to a site that does not have them yet. */
export async function shareArticles(siteId: string, articleIds: string[]): Promise<void> {
  if (articleIds.length === 0) return
  const deliveryIds = await write(async (trx) => {
    const articles = await trx.selectFrom('blogPosts').selectAll().where('id', 'in', articleIds).execute()
    return orderDeliveries(
      trx,
      articles.map((article) => ({ siteId, articleId: article.id, wantedHash: hashText(article) })),
    )
  })
  await Promise.all(deliveryIds.map(deliver))
}

/** Adds a shared site that this process serves under its own host name. */
export async function addHostedSite(
  name: string,
  url: string,
): Promise<{ ok: true; url: string } | { ok: false; reason: 'name-empty' | 'url-wrong' | 'host-taken' }> {
  const origin = parseSiteUrl(url, env.SITE_URL)
  if (!origin) return { ok: false, reason: 'url-wrong' }
  if (name.trim() === '') return { ok: false, reason: 'name-empty' }
  return write(async (trx) => {
    const added = await trx
      .insertInto('targetSites')
      .values({ id: uuidv7(), name: name.trim(), url: origin, kind: 'hosted', ownerId: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) return { ok: false, reason: 'host-taken' }
    await dropPages(trx, [SITES_TAG])
    return { ok: true, url: origin }
  })
}

/** Removes a hosted site by host name, with its copies of articles; the articles themselves stay. */
export async function removeHostedSite(host: string): Promise<{ ok: boolean }> {
  return write(async (trx) => {
    const removed = await trx
      .deleteFrom('targetSites')
      .where('kind', '=', 'hosted')
      .where('host', '=', host.toLowerCase())
      .returning('id')
      .executeTakeFirst()
    if (removed) await dropPages(trx, [SITES_TAG, pageTag.site(removed.id)])
    return { ok: removed !== undefined }
  })
}

interface ToStore {
  operator: Operator
  draft: Draft
  columns: ReturnType<typeof toTextColumns>
}

async function storeArticle(
  trx: Transaction,
  toStore: ToStore,
): Promise<{ articleId: string; deliveryIds: string[] }> {
  const { operator, draft, columns } = toStore
  const sent = await findSentBefore(trx, operator, draft)
  if (sent?.isSame) return { articleId: sent.id, deliveryIds: [] }
  const now = new Date()
  const article = await insertArticle(trx, {
    ...columns,
    siteId: MAIN_SITE_ID,
    userId: operator.id,
    publishedAt: now,
    updatedAt: now,
    draftId: sent ? null : draft.draftId,
  })
  const deliveryIds = await orderDeliveries(
    trx,
    draft.siteIds.map((siteId) => ({ siteId, articleId: article.id, wantedHash: hashText(columns) })),
  )
  return { articleId: article.id, deliveryIds }
}

// A form sent twice (a double click, a reload) is the same text again. Another text under the same id is somebody who
// went back to the form and wrote on: that is a new article.
async function findSentBefore(trx: Transaction, operator: Operator, draft: Draft) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${operator.id + draft.draftId}, 0))`.execute(trx)
  const before = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where(isOwn(operator, 'userId'))
    .where('draftId', '=', draft.draftId)
    .executeTakeFirst()
  return before && { id: before.id, isSame: hashText(before) === hashText(draft) }
}

// The store refused or was away. The transaction left nothing behind, and the operator still has the text.
function toUndefinedWhenRefused(error: unknown): undefined {
  log.error({ err: error }, 'publish.not_stored')
}

function toUndefinedWhenLate(error: unknown): undefined {
  if (error instanceof DeadlineError) return undefined
  throw error
}
