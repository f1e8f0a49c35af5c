import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { writeAs, isNotAllowed, requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import { isStoreAway } from '../../../platform/store/store-away.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type ArticleText, toTypedFields } from '../../articles/fields/fields.ts'
import { lacksAlt } from '../../articles/pictures/pictures.ts'
import { requiresAlt } from '../../articles/pictures/queries.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { listWanted } from '../../delivery/deliveries/queries.server.ts'
import {
  updateArticle,
  toRenderedColumns,
  insertArticle,
  renderText,
  resolveTranslation,
  toTextColumns,
  type TranslationRefusal,
} from '../../articles/commands.server.ts'
import { insertFirstRevision, rewritePlanned } from '../../articles/revisions/commands.server.ts'
import { hashText, toArticleState, toWantedHash } from '../../articles/revisions/queries.server.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { deleteDraft, lockToEnd } from '../drafts/commands.server.ts'
import { isOfOthers } from '../drafts/queries.server.ts'
import { creditRevision } from '../approval/commands.server.ts'
import { findCredits } from '../approval/queries.server.ts'
import type { SavedDraft } from '../drafts/drafts.ts'
import { takeOverLines } from '../drafts/merge-drafts.ts'
import { orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { type Draft, type PublishRefusal } from '../writing.ts'
import type { PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { publishRun, startPublishRun } from './publish-run.server.ts'
import { findEarlierArticle, findSummaryOfWrite, lockOwnArticle } from './queries.server.ts'
import { readReplaced } from './replaced.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

export { insertUnpublished } from './insert-unpublished.server.ts'
export { rewriteArticle } from './rewrite-article.server.ts'

/**
 * Publishes an article on the selected sites. The article, its deliveries and their jobs are stored together. Then all
 * first attempts run concurrently, for 20 s at most. Unfinished ones count as failed in the summary, and jobs continue
 * them. A form that is sent twice publishes once. `placeLinks` adds backlinks first.
 */
export async function publishArticle(
  operator: Operator,
  draft: Draft,
  { runId, placeLinks }: { runId?: string | undefined; placeLinks?: InsertLinks } = {},
): Promise<Published | Refusal<PublishRefusal, { waitS?: number }>> {
  requireRight(operator, 'publish')
  const { available, reviewed, modelled } = await findSiteIds(operator)
  if (!draft.siteIds.every((id) => available.has(id))) return refuse('site-unavailable')
  if (draft.generateVariations && !hasModel()) return refuse('no-provider')
  const waitS = await consumeRateLimits(limitPublishing(operator))
  if (waitS > 0) return refuse('too-many', { waitS })
  const text = await prepareText(operator, draft, toPlacer(placeLinks, modelled, draft))
  if (isRefusal(text)) return text
  const columns = {
    ...toTextColumns({ ...draft, content: text.content }, text.rendered),
    draftHash: hashText(draft),
  }
  const stored = await writeAs(operator, async (trx) => {
    if (await isOfOthers(trx, operator, draft.draftId)) return undefined
    const toEnd = { id: draft.draftId, version: draft.draftVersion }
    const { isCurrent, saved } = await lockToEnd(trx, operator, toEnd)
    return isCurrent
      ? insertOrUpdateArticle(trx, { operator, draft, columns, runId, saved, reviewed })
      : refuse('draft-changed')
  }).catch(logNotStored)
  if (!stored) return refuse('not-stored')
  if (isRefusal(stored)) return stored
  await withinCallLimit(publishRun.work(stored.runId))
  const summary = await findSummaryOfWrite(operator, stored.articleId)
  if (!summary) return refuse('article-not-found') // deleted in the meantime
  return { ok: true, summary, runId: stored.runId }
}

/** An article that was published, and the run that did it. */
interface Published {
  ok: true
  summary: PublishSummary
  runId: string
}

const limitPublishing = ({ id }: Operator): Limit[] => [
  { name: 'publish', of: id, most: 20, windowS: 3600 },
  { name: 'publish', of: id, most: 100, windowS: 86_400 },
]

/** Adds backlinks to a text and renders it, or returns the reason why it cannot. */
export type InsertLinks = (
  operator: Operator,
  text: { title: string; content: string; canonicalUrl: string; lang: string | null },
  options?: { usesModel?: boolean },
) => Promise<{ ok: true; content: string; rendered: RenderedMarkdown } | Refusal<string>>

/**
 * Returns the function that places links in a text for these sites. Where a site asks for a review of what a model wrote, it
 * asks no model: nobody could approve its links before readers see them.
 */
export const toPlacer = (
  placeLinks: InsertLinks | undefined,
  modelled: Set<string>,
  { siteIds }: { siteIds: string[] },
): InsertLinks | undefined =>
  placeLinks && siteIds.some((id) => modelled.has(id))
    ? (operator, text) => placeLinks(operator, text, { usesModel: false })
    : placeLinks

/** Returns true if a text must not be published because an image in it has no text alternative. */
export const isRefusedForAlt = async (operator: Operator, { html }: RenderedMarkdown): Promise<boolean> =>
  lacksAlt(html) && (await requiresAlt(operator))

interface ToStore {
  operator: Operator
  draft: Draft
  columns: ReturnType<typeof toTextColumns> & { draftHash: string }
  runId: string | undefined
  /** The draft as it was saved last. */
  saved: SavedDraft | undefined
  /** The sites that ask for a second pair of eyes. */
  reviewed: Set<string>
}

/** The content of an article as it is published, and its rendering. */
export interface PreparedText {
  content: string
  rendered: RenderedMarkdown
}

/** Returns a text with its backlinks, rendered, or a refusal. */
export async function prepareText(
  operator: Operator,
  text: ArticleText,
  placeLinks: InsertLinks | undefined,
): Promise<PreparedText | Refusal<'text-too-slow' | 'alt-missing'>> {
  const prepared = (await linkDraft(operator, text, placeLinks)) ?? (await renderDraft(operator, text))
  if (!prepared) return refuse('text-too-slow')
  return (await isRefusedForAlt(operator, prepared.rendered)) ? refuse('alt-missing') : prepared
}

async function renderDraft(operator: Operator, text: ArticleText) {
  const { content } = text
  const rendered = await renderText(text, operator.id).catch(toUndefinedWhenLate)
  return rendered && { content, rendered }
}

// Links are an extra. Without them the article is published as it was written (spec §7).
async function linkDraft(operator: Operator, text: ArticleText, placeLinks: InsertLinks | undefined) {
  const { title, content, canonicalUrl, lang } = text
  if (!canonicalUrl || !placeLinks) return undefined
  try {
    const linked = await placeLinks(operator, { title, content, canonicalUrl, lang })
    if (linked.ok) return linked
    log.info({ reason: linked.reason }, 'publish.no_backlinks')
  } catch (error) {
    if (isStoreAway(error)) throw error
    log.error({ err: error }, 'publish.no_backlinks')
  }
  return undefined
}

async function insertOrUpdateArticle(
  trx: Transaction,
  toStore: ToStore,
): Promise<
  { articleId: string; runId: string } | Refusal<EarlierRefusal | 'review-needed' | TranslationRefusal>
> {
  const { operator, draft } = toStore
  const earlier = await findEarlierArticle(trx, operator, draft)
  const same = earlier?.isSent ? await findSame(trx, toStore, earlier) : undefined
  if (isRefusal(same)) return same
  const credits = await findPeople(trx, toStore, same)
  if (isRefusal(credits)) return credits
  const stored = await storeArticle(trx, toStore, { same, draftId: earlier ? null : draft.draftId })
  if (isRefusal(stored)) return stored
  const { articleId } = stored
  if (credits) await creditRevision(trx, { articleId }, credits)
  await note(trx, operator, ['published', draft.title])
  const input = { articleId, siteIds: draft.siteIds, replaced: await readReplaced(trx, articleId) }
  return { articleId, runId: await startPublishRun(trx, operator, { id: toStore.runId, input }) }
}

type EarlierRefusal = 'published-elsewhere' | 'article-not-live'

// Only what readers see is sent a second time. The draft may have been planned, or the article unpublished, meanwhile.
async function findSame(
  trx: Transaction,
  { operator, draft }: ToStore,
  { article, isSame }: { article: BlogPost; isSame: boolean },
): Promise<BlogPost | Refusal<EarlierRefusal>> {
  if (isSame) return article.publishedAt ? article : refuse('article-not-live')
  await deleteDraft(trx, operator, { id: draft.draftId })
  return refuse('published-elsewhere')
}

async function storeArticle(
  trx: Transaction,
  toStore: ToStore,
  { same, draftId }: { same: BlogPost | undefined; draftId: string | null },
): Promise<{ articleId: string } | Refusal<TranslationRefusal>> {
  const { operator, draft } = toStore
  const linked = same ?? (await resolveTranslation(trx, operator, { typed: draft.translationOf }))
  if (isRefusal(linked)) return linked
  await deleteDraft(trx, operator, { id: draft.draftId })
  if (same) return { articleId: await orderSameArticle(trx, draft, same) }
  const columns = { ...toStore.columns, translationOf: linked.translationOf }
  return { articleId: await insertNewArticle(trx, { ...toStore, columns }, draftId) }
}

// If the form is sent a second time, its sites get the text that the article has by now.
function findPeople(
  trx: Transaction,
  { operator, draft, saved, reviewed }: ToStore,
  same: BlogPost | undefined,
) {
  const id = same?.id ?? draft.draftId
  const stored = same && { ...toTypedFields(same), slug: same.slug }
  const text = stored ?? { ...toTypedFields(draft), slug: '' }
  const siteIds = draft.siteIds.filter((siteId) => reviewed.has(siteId))
  return findCredits(trx, operator, { id, text, siteIds, saved, stored })
}

// The answer may not have arrived, and the author may have selected more sites since.
async function orderSameArticle(trx: Transaction, draft: Draft, article: BlogPost): Promise<string> {
  const order = { articleId: article.id, wantedHash: toWantedHash(article), varies: draft.generateVariations }
  await orderDeliveries(
    trx,
    draft.siteIds.map((siteId) => ({ ...order, siteId })),
  )
  return article.id
}

async function insertNewArticle(
  trx: Transaction,
  { operator, draft, columns }: ToStore,
  draftId: string | null,
): Promise<string> {
  const now = new Date()
  const dates = { publishedAt: now, updatedAt: now }
  const userId = operator.id
  const mainSiteId = draft.siteIds.includes(MAIN_SITE_ID) ? MAIN_SITE_ID : null
  const article = await insertArticle(trx, { ...columns, ...dates, siteId: mainSiteId, userId, draftId })
  const { id: articleId, slug } = article
  const state = toArticleState({ ...columns, id: articleId, userId, slug, ...dates })
  await insertFirstRevision(trx, draftId, state)
  await orderDeliveries(
    trx,
    draft.siteIds.map((siteId) => ({
      siteId,
      articleId,
      wantedHash: state.hash,
      varies: draft.generateVariations,
    })),
  )
  return articleId
}

/**
 * Replaces the text of one of the operator's articles with one that has other links. Orders it for all its sites. Texts
 * that plans will publish get the changed lines too. Runs in the caller's transaction. Returns a refusal if the article is not there, or was changed after `version` was read.
 */
export async function replaceContent(
  trx: Transaction,
  operator: Operator,
  text: { articleId: string; version: string; content: string; rendered: RenderedMarkdown },
): Promise<Refusal<'article-not-found' | 'changed-meanwhile'> | undefined> {
  const { articleId, version, content, rendered } = text
  const before = await lockOwnArticle(trx, operator, articleId)
  if (!before) return refuse('article-not-found')
  if (before.updatedAt.toISOString() !== version) return refuse('changed-meanwhile')
  const cause = 'backlinks' as const
  const columns = { content, ...toRenderedColumns(rendered), updatedAt: new Date(), cause }
  const wantedHash = toWantedHash(await updateArticle(trx, before, columns))
  const rewrite = (planned: RevisedText) => ({
    ...planned,
    content: takeOverLines(before.content, planned.content, content),
  })
  await rewritePlanned(trx, { articleId, writtenAt: before.updatedAt, rewrite, cause })
  const orders = (await listWanted(trx, articleId)).map((order) => ({ ...order, wantedHash }))
  await orderDeliveries(trx, orders, 0)
  return undefined
}

/**
 * Logs an error of the database and returns undefined. Nothing was stored, and the operator still has the text. Throws
 * the error again if the database is unavailable, because that ends by itself and the commit may have arrived.
 */
export function logNotStored(error: unknown): undefined {
  if (isStoreAway(error) || isNotAllowed(error)) throw error
  log.error({ err: error }, 'publish.not_stored')
}

/** Returns undefined if a text took too long to render, which is a refusal. Throws any other error again. */
export function toUndefinedWhenLate(error: unknown): undefined {
  if (error instanceof DeadlineError) return undefined
  throw error
}
