import type { BlogPost } from '../../db/tables.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, writeAs } from '../../platform/own-rows.server.ts'
import { countAttempt } from '../../platform/rate-limits.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { moveArticle, noteCopiesGone, renderText, toTextColumns } from '../articles/commands.server.ts'
import { noteArticleChange } from '../search-engines/commands.server.ts'
import { listTargetSiteIds } from '../target-sites/queries.server.ts'
import { canVary } from '../variations/queries.server.ts'
import { changeArticle, lockAnyOwnArticle, lockOwnArticle } from './change-article.server.ts'
import { toUndefinedWhenLate, toUndefinedWhenRefused } from './commands.server.ts'
import { withinCallLimit } from '../runs/commands.server.ts'
import { forgetDeleted } from './deliver.server.ts'
import { orderDeliveries, orderRemoval, toWantedHash } from './orders.server.ts'
import { startPublishRun, workOnPublishRun } from './publish-to-sites.server.ts'
import { type ArticleEdit, type EditRefusal, type PublishSummary, toVersion } from './publishing.ts'
import { findPublishSummary, listWanted } from './queries.server.ts'

/** What came of a change. */
export type Edited =
  { ok: true; summary: PublishSummary } | { ok: false; reason: EditRefusal; waitS?: number }

/**
 * Changes one of the operator's articles, everywhere: the text on the main site, and on every site that is selected;
 * sites that are not selected any more lose it. `isPublished` also publishes one that was not. A new slug leaves a
 * permanent redirect. Refused when somebody changed the article after `version` was read.
 */
export async function editArticle(operator: Operator, edit: ArticleEdit, runId?: string): Promise<Edited> {
  const { articleId } = edit
  if (edit.generateVariations && !canVary()) return { ok: false, reason: 'no-provider' }
  const waitS = await countAttempt([{ name: 'save', of: operator.id, most: 60, windowS: 60 }])
  if (waitS > 0) return { ok: false, reason: 'too-many-saves', waitS }
  const available = await listTargetSiteIds(operator)
  const start = await writeAs(operator, (trx) => lockEdited(trx, operator, { edit, available }))
  if ('refused' in start) return { ok: false, reason: start.refused }
  const rendered = await renderText(edit, operator.id).catch(toUndefinedWhenLate)
  if (!rendered) return { ok: false, reason: 'text-too-slow' }
  const stored = await writeAs(operator, async (trx) => {
    const locked = await lockEdited(trx, operator, { edit, available })
    if ('refused' in locked) return locked
    const { before, present } = locked
    const article = await saveText(trx, before, { edit, columns: toTextColumns(edit, rendered) })
    if (!article.publishedAt) return {}
    const siteIds = edit.siteIds
    // What the form could not offer was not taken away either.
    const dropped = present.filter((id) => available.has(id) && !siteIds.includes(id))
    const wantedHash = toWantedHash(article)
    const varies = edit.generateVariations
    await orderDeliveries(
      trx,
      siteIds.map((siteId) => ({ siteId, articleId, wantedHash, varies })),
    )
    if (dropped.length > 0) await orderRemoval(trx, { articleId, siteIds: dropped })
    const input = { articleId, siteIds: [...siteIds, ...dropped] }
    return { runId: await startPublishRun(trx, operator, { id: runId, input }) }
  }).catch(toUndefinedWhenRefused)
  return finish(operator, articleId, stored)
}

/** What an edit starts from, kept from being changed until the transaction ends; or why it cannot be made. */
async function lockEdited(
  trx: Transaction,
  operator: Operator,
  { edit, available }: { edit: ArticleEdit; available: Set<string> },
): Promise<{ before: BlogPost; present: string[] } | { refused: EditRefusal }> {
  const { articleId, version, siteIds } = edit
  const before = await lockOwnArticle(trx, operator, articleId)
  if (!before) return { refused: 'article-not-found' }
  const wanted = await listWanted(trx, articleId)
  if (toVersion(before.updatedAt, wanted) !== version) return { refused: 'changed-meanwhile' }
  const present = wanted.map(({ siteId }) => siteId)
  const isOffered = siteIds.every((id) => available.has(id) || present.includes(id))
  return isOffered ? { before, present } : { refused: 'site-unavailable' }
}

/** Takes one of the operator's articles off every site; publishing it again brings it back under the same addresses. */
export async function unpublishArticle(operator: Operator, articleId: string): Promise<Edited> {
  const stored = await writeAs(operator, async (trx) => {
    const article = await lockOwnArticle(trx, operator, articleId)
    if (!article) return { refused: 'article-not-found' as const }
    return { runId: await takeDown(trx, operator, { article, forGood: false }) }
  }).catch(toUndefinedWhenRefused)
  return finish(operator, articleId, stored)
}

/**
 * Publishes one of the operator's articles, as it is, on the main site and wherever it was before; under the date that
 * it had, where that is given.
 */
export async function publishAgain(
  operator: Operator,
  articleId: string,
  date = new Date(),
): Promise<Edited> {
  const available = await listTargetSiteIds(operator)
  const stored = await writeAs(operator, async (trx) => {
    const article = await lockOwnArticle(trx, operator, articleId)
    if (!article) return { refused: 'article-not-found' as const }
    const before = await trx
      .selectFrom('deliveries')
      .select(['siteId', 'varies'])
      .where('articleId', '=', articleId)
      .execute()
    const published = await changeArticle(trx, article, { publishedAt: article.publishedAt ?? date })
    const wantedHash = toWantedHash(published)
    const orders = before.filter(({ siteId }) => available.has(siteId))
    await orderDeliveries(
      trx,
      orders.map((order) => ({ ...order, articleId, wantedHash })),
    )
    const input = { articleId, siteIds: orders.map(({ siteId }) => siteId) }
    return { runId: await startPublishRun(trx, operator, { input }) }
  }).catch(toUndefinedWhenRefused)
  return finish(operator, articleId, stored)
}

/**
 * Deletes one of the operator's articles: at once from the main site, and from the store as soon as no other site has
 * it any more; with `isForced` at once, whatever other sites still show.
 */
export async function deleteArticle(
  operator: Operator,
  articleId: string,
  isForced = false,
): Promise<{ ok: true; isGone: boolean } | { ok: false; reason: EditRefusal }> {
  const stored = await writeAs(operator, async (trx) => {
    const article = await lockAnyOwnArticle(trx, operator, articleId).executeTakeFirst()
    if (!article) return { refused: 'article-not-found' as const }
    const runId = await takeDown(trx, operator, { article, forGood: article.deletionAskedAt === null })
    const gone = trx.deleteFrom('blogPosts').where('id', '=', articleId).where(isOwn(operator, 'userId'))
    if (isForced) {
      await noteCopiesGone(trx, articleId)
      await gone.execute()
    } else await changeArticle(trx, article, { deletionAskedAt: new Date() })
    return { runId }
  }).catch(toUndefinedWhenRefused)
  if (!stored) return { ok: false, reason: 'not-stored' }
  if (stored.refused) return { ok: false, reason: stored.refused }
  await withinCallLimit(workOnPublishRun(stored.runId))
  return { ok: true, isGone: isForced || (await forgetDeleted(articleId)) }
}

async function finish(
  operator: Operator,
  articleId: string,
  stored: { refused?: EditRefusal; runId?: string } | undefined,
): Promise<Edited> {
  if (!stored) return { ok: false, reason: 'not-stored' }
  if (stored.refused) return { ok: false, reason: stored.refused }
  if (stored.runId) await withinCallLimit(workOnPublishRun(stored.runId))
  const summary = await findPublishSummary(operator, articleId)
  return summary ? { ok: true, summary } : { ok: false, reason: 'article-not-found' } // deleted meanwhile
}

async function takeDown(
  trx: Transaction,
  operator: Operator,
  { article, forGood }: { article: BlogPost; forGood: boolean },
): Promise<string> {
  await changeArticle(trx, article, { publishedAt: null })
  const siteIds = await orderRemoval(trx, { articleId: article.id, forGood })
  return startPublishRun(trx, operator, { input: { articleId: article.id, siteIds } })
}

async function saveText(
  trx: Transaction,
  before: BlogPost,
  { edit, columns }: { edit: ArticleEdit; columns: ReturnType<typeof toTextColumns> },
): Promise<BlogPost> {
  const publishedAt = before.publishedAt ?? (edit.isPublished ? new Date() : null)
  const article = await changeArticle(trx, before, { ...columns, publishedAt, updatedAt: new Date() })
  const moved = { ...article, slug: await moveArticle(trx, article, edit.slug) }
  await noteArticleChange(trx, { siteId: article.siteId, before: article, after: moved })
  return moved
}
