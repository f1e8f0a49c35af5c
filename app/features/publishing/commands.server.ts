import { sql } from 'kysely'
import type { BlogPost } from '../../db/tables.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import { countAttempt, type Limit } from '../../platform/rate-limits.server.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { hashText, insertArticle, renderText, toTextColumns } from '../articles/commands.server.ts'
import { insertBacklinks } from '../backlinks/commands.server.ts'
import { listTargetSiteIds } from '../target-sites/queries.server.ts'
import { MAIN_SITE_ID } from '../target-sites/target-sites.ts'
import { canVary } from '../variations/queries.server.ts'
import { withinCallLimit } from '../runs/commands.server.ts'
import { deliver } from './deliver.server.ts'
import { orderDeliveries, toWantedHash } from './orders.server.ts'
import { startPublishRun, workOnPublishRun } from './publish-to-sites.server.ts'
import type { Draft, PublishRefusal, PublishSummary } from './publishing.ts'
import { findPublishSummary } from './queries.server.ts'

export { replaceContent } from './change-article.server.ts'
export { forgetDeleted } from './deliver.server.ts'
export { reorderSite } from './orders.server.ts'

/**
 * Publishes an article on the main site and delivers it to the selected ones. Article, deliveries and their jobs are
 * stored together; then every delivery gets its first attempt, side by side and for 20 s at most: what is unfinished
 * counts as failed in the summary and is tried again in the background. The same form sent twice publishes once.
 * `runId`, made by whoever wants to watch, names the run that tells of each site as it ends.
 */
export async function publishArticle(
  operator: Operator,
  draft: Draft,
  runId?: string,
): Promise<{ ok: true; summary: PublishSummary } | { ok: false; reason: PublishRefusal; waitS?: number }> {
  const available = await listTargetSiteIds(operator)
  if (!draft.siteIds.every((id) => available.has(id))) return { ok: false, reason: 'site-unavailable' }
  if (draft.generateVariations && !canVary()) return { ok: false, reason: 'no-provider' }
  const waitS = await countAttempt(limitPublishing(operator))
  if (waitS > 0) return { ok: false, reason: 'too-many', waitS }
  const text = (await findLinked(operator, draft)) ?? (await findRendered(operator, draft))
  if (!text) return { ok: false, reason: 'text-too-slow' }
  const columns = {
    ...toTextColumns({ ...draft, content: text.content }, text.rendered),
    draftHash: hashText(draft),
  }
  const stored = await writeAs(operator, (trx) =>
    storeArticle(trx, { operator, draft, columns, runId }),
  ).catch(toUndefinedWhenRefused)
  if (!stored) return { ok: false, reason: 'not-stored' }
  await withinCallLimit(workOnPublishRun(stored.runId))
  const summary = await findPublishSummary(operator, stored.articleId)
  return summary ? { ok: true, summary } : { ok: false, reason: 'article-not-found' } // deleted meanwhile
}

const limitPublishing = ({ id }: Operator): Limit[] => [
  { name: 'publish', of: id, most: 20, windowS: 3600 },
  { name: 'publish', of: id, most: 100, windowS: 86_400 },
]

/**
 * Attempts at once whatever an article of the operator's still owes to its sites, instead of when its turn would come;
 * 20 s at most. Returns how many sites do not have it still; nothing happens to an article of somebody else.
 */
export async function redeliver(operator: Operator, articleId: string): Promise<{ failed: number }> {
  const owed = await listOwed(operator, articleId)
  await withinCallLimit(Promise.allSettled(owed.map(({ id }) => deliver(id, true))))
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
      .where('deliveries.state', 'in', ['pending', 'failed'])
      .execute(),
  )

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

interface ToStore {
  operator: Operator
  draft: Draft
  columns: ReturnType<typeof toTextColumns> & { draftHash: string }
  runId: string | undefined
}

async function findRendered(operator: Operator, { content, canonicalUrl }: Draft) {
  const rendered = await renderText({ content, canonicalUrl }, operator.id).catch(toUndefinedWhenLate)
  return rendered && { content, rendered }
}

// Links are an extra: whatever keeps them away, the article is published as it was written (spec §7).
async function findLinked(operator: Operator, draft: Draft) {
  const { title, content, canonicalUrl } = draft
  if (!canonicalUrl) return undefined
  try {
    const linked = await insertBacklinks(operator, { title, content, canonicalUrl })
    if (linked.ok) return linked
    log.info({ reason: linked.reason }, 'publish.no_backlinks')
  } catch (error) {
    log.error({ err: error }, 'publish.no_backlinks')
  }
  return undefined
}

async function storeArticle(
  trx: Transaction,
  toStore: ToStore,
): Promise<{ articleId: string; runId: string }> {
  const { operator, draft } = toStore
  const sent = await findSentBefore(trx, operator, draft)
  const articleId = sent?.isSame
    ? await shareSame(trx, draft, sent.article)
    : await storeNew(trx, toStore, sent ? null : draft.draftId)
  const input = { articleId, siteIds: draft.siteIds }
  return { articleId, runId: await startPublishRun(trx, operator, { id: toStore.runId, input }) }
}

// The answer may have been lost, and more sites have been chosen since.
async function shareSame(trx: Transaction, draft: Draft, article: BlogPost): Promise<string> {
  const order = { articleId: article.id, wantedHash: toWantedHash(article), varies: draft.generateVariations }
  if (article.publishedAt)
    await orderDeliveries(
      trx,
      draft.siteIds.map((siteId) => ({ ...order, siteId })),
    )
  return article.id
}

async function storeNew(
  trx: Transaction,
  { operator, draft, columns }: ToStore,
  draftId: string | null,
): Promise<string> {
  const now = new Date()
  const article = await insertArticle(trx, {
    ...columns,
    siteId: MAIN_SITE_ID,
    userId: operator.id,
    publishedAt: now,
    updatedAt: now,
    draftId,
  })
  const { id: articleId, slug } = article
  const wantedHash = toWantedHash({ ...columns, slug, imageUrl: null, lang: null })
  await orderDeliveries(
    trx,
    draft.siteIds.map((siteId) => ({ siteId, articleId, wantedHash, varies: draft.generateVariations })),
  )
  return articleId
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
  return before && { article: before, isSame: (before.draftHash ?? hashText(before)) === hashText(draft) }
}

/** The store refused or was away. The transaction left nothing behind, and the operator still has the text. */
export function toUndefinedWhenRefused(error: unknown): undefined {
  log.error({ err: error }, 'publish.not_stored')
}

/** A text that takes too long to render is refused, not a failure. */
export function toUndefinedWhenLate(error: unknown): undefined {
  if (error instanceof DeadlineError) return undefined
  throw error
}
