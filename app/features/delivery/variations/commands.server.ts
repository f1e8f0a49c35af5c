import { type NotNull, sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { languageOf } from '../../articles/articles.ts'
import { insertVariationRevision } from '../../articles/revisions/commands.server.ts'
import { toArticleState } from '../../articles/revisions/queries.server.ts'
import { compareVariations } from './check-variation.ts'
import { faults } from './messages.ts'
import { findVariation, type VariationKey } from './queries.server.ts'
import {
  type StoredOutcome,
  toBaseLanguage,
  type Variation,
  type VariationRefusal,
  type VariedText,
} from './variations.ts'
import { checkText, type Material, writeVariation } from './write-variation.server.ts'

const RECENT_TITLES = 5

interface VariationOrder extends VariationKey {
  /** The hash that `hashSource` returns for the article that the variation is made from. */
  sourceHash: string
  /** The language that it is a translation into; null, or left out, for other words of the article's own. */
  lang?: string | null
}

/**
 * Returns the variation of a text for a site: the stored one, or a new one. A refusal is stored too, so that each order
 * costs once; `removePassingRefusals` allows another try. Undefined if the article is not the operator's, or if the
 * site is gone. Idempotent. Takes up to a minute, so do not call it inside a transaction.
 */
export async function ensureVariation(
  operator: Operator,
  order: VariationOrder,
): Promise<StoredOutcome | undefined> {
  const kept = await findVariation(operator, order)
  if (kept?.sourceHash === order.sourceHash && kept.lang === (order.lang ?? null)) return kept.outcome
  const material = await findMaterial(operator, order)
  if (!material) return undefined
  const outcome = await writeVariation(operator, material, (variation) =>
    saveVariation(operator, order, { ok: true, variation }),
  )
  if (!outcome.ok) await saveVariation(operator, order, outcome)
  return (await findVariation(operator, order))?.outcome
}

/**
 * Stores a variation, which is a revision too, or a refusal. A variation that is too similar to another site's is not
 * stored, and that fault is returned. A variation of the same text that was stored in the meantime stays.
 */
export function saveVariation(
  operator: Operator,
  order: VariationOrder,
  outcome: Variation,
): Promise<string[]> {
  return writeAs(operator, async (trx) => {
    const article = await lockArticle(trx, operator, order.articleId)
    if (!article) return []
    const faultsFound = outcome.ok ? await compareWithSiblings(trx, order, outcome.variation) : []
    if (faultsFound.length > 0) return faultsFound
    const isStored = await insertVariation(trx, order, outcome)
    if (outcome.ok && isStored)
      await insertVariationRevision(trx, { ...toRevision(article, order, outcome.variation), madeBy: null })
    return []
  })
}

/**
 * Returns the faults of a text as a variation of an article as it is now; none if it is valid. `lang` is the language that its
 * site wants, null for that of the article, and `written` the one that the text was made in, empty if nobody knows.
 */
export function findFaults(
  operator: Operator,
  article: BlogPost,
  { lang: into, written, ...variation }: VariedText & { lang: string | null; written: string },
): Promise<string[]> {
  const expected = toBaseLanguage(into ?? languageOf(article) ?? '')
  if (written && expected && toBaseLanguage(written) !== expected)
    return Promise.resolve([faults.language(expected)])
  const { title, content, metaDescription, contentHtml: html } = article
  return checkText(operator, variation, { article, source: { title, content, metaDescription, html }, into })
}

interface ToRestore {
  order: VariationOrder
  variation: VariedText
  restoredFrom: number
  /** True if the person who restores it may approve it, too. */
  mayReview: boolean
}

/**
 * Stores an earlier variation again, as a new revision, in the transaction that locked its article. Returns the fault
 * if another site's variation is too similar to it.
 */
export async function restoreVariation(
  trx: Transaction,
  article: BlogPost,
  { order, ...restored }: ToRestore,
): Promise<string[]> {
  const { variation, restoredFrom, mayReview } = restored
  const faultsFound = await compareWithSiblings(trx, order, variation)
  if (faultsFound.length > 0) return faultsFound
  await trx
    .deleteFrom('variations')
    .where('articleId', '=', order.articleId)
    .where('siteId', '=', order.siteId)
    .execute()
  await insertVariation(trx, order, { ok: true, variation })
  await insertVariationRevision(trx, { ...toRevision(article, order, variation), restoredFrom })
  if (mayReview) await approveIn(trx, order)
  return []
}

/** Marks the variation that is stored for a site as approved. Returns false if there is none of this text. */
export async function approveIn(
  trx: Transaction,
  { articleId, siteId, sourceHash }: VariationOrder,
): Promise<boolean> {
  const row = await trx
    .updateTable('variations')
    .set({ approvedAt: sql<Date>`now()` })
    .where('articleId', '=', articleId)
    .where('siteId', '=', siteId)
    .where('sourceHash', '=', sourceHash)
    .where('state', '=', 'written')
    .returning('siteId')
    .executeTakeFirst()
  return row !== undefined
}

async function insertVariation(
  trx: Transaction,
  order: VariationOrder,
  outcome: Variation,
): Promise<boolean> {
  const { articleId, siteId, sourceHash, lang = null } = order
  const columns = { sourceHash, lang, ...toColumns(outcome), createdAt: sql<Date>`now()` }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('variations')
    .values({ articleId, siteId, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['articleId', 'siteId'])
        .doUpdateSet(columns)
        .where(
          sql<boolean>`(variations.source_hash, variations.state, variations.lang)
            is distinct from (${sourceHash}, 'written', ${lang}::text)`,
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

function toRevision(article: BlogPost, { siteId, lang }: VariationOrder, variation: VariedText) {
  const { articleId, userId, text } = toArticleState(article)
  const { title, content, metaDescription } = variation
  return {
    articleId,
    userId,
    siteId,
    text: { ...text, title, content, metaDescription: metaDescription ?? '', lang: lang ?? text.lang },
  }
}

const PASSING = ['no-provider', 'provider-failed', 'budget-spent'] satisfies VariationRefusal[]

/**
 * Deletes the refusals that have nothing to do with the text, in the caller's transaction, so that the next attempt of
 * these sites asks the model again. Returns what it deleted. Other refusals stay, and so do variations.
 */
export async function removePassingRefusals(trx: Transaction, keys: VariationKey[]): Promise<VariationKey[]> {
  if (keys.length === 0) return []
  // A fixed order prevents deadlocks.
  const { rows } = await sql<VariationKey>`
    with freed as (
      select variations.article_id, variations.site_id
      from unnest(${keys.map(({ articleId }) => articleId)}::uuid[], ${keys.map(({ siteId }) => siteId)}::uuid[])
        as ordered (article_id, site_id)
      join variations on variations.article_id = ordered.article_id and variations.site_id = ordered.site_id
      where state = 'refused' and reason = any(${PASSING}::text[])
      order by variations.article_id, variations.site_id for update of variations
    )
    delete from variations using freed
    where variations.article_id = freed.article_id and variations.site_id = freed.site_id
    returning variations.article_id, variations.site_id
  `.execute(trx)
  return rows
}

// While the row is locked no other variation of the article is stored, and the article cannot be deleted.
const lockArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .forNoKeyUpdate()
    .executeTakeFirst()

async function compareWithSiblings(
  trx: Transaction,
  { articleId, siteId, sourceHash }: VariationOrder,
  variation: VariedText,
): Promise<string[]> {
  const siblings = await trx
    .selectFrom('variations')
    .select('content')
    .where('articleId', '=', articleId)
    .where('siteId', '!=', siteId)
    .where('sourceHash', '=', sourceHash)
    .where('content', 'is not', null)
    .$narrowType<{ content: NotNull }>()
    .execute()
  return siblings.flatMap(({ content }) => compareVariations(variation.content, content)).slice(0, 1)
}

function toColumns(outcome: Variation) {
  const none = {
    reason: null,
    detail: null,
    title: null,
    content: null,
    metaDescription: null,
    approvedAt: null,
  }
  if (outcome.ok) return { ...none, ...outcome.variation, state: 'written' as const }
  return { ...none, reason: outcome.reason, detail: outcome.detail ?? null, state: 'refused' as const }
}

// All titles are the operator's own, so the model receives no content of another account.
function findMaterial(
  operator: Operator,
  { articleId, siteId, lang = null }: VariationOrder,
): Promise<Material | undefined> {
  return readAs(operator, async (trx) => {
    const article = await trx
      .selectFrom('blogPosts')
      .select(['title', 'content', 'metaDescription', 'canonicalUrl', 'lang'])
      .where('id', '=', articleId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst()
    const site = await trx
      .selectFrom('targetSites')
      .select(['name', 'description'])
      .where('id', '=', siteId)
      .executeTakeFirst()
    if (!article || !site) return undefined
    const recent = await trx
      .selectFrom('deliveries')
      .innerJoin('blogPosts', 'blogPosts.id', 'deliveries.articleId')
      .select('blogPosts.title')
      .where('deliveries.siteId', '=', siteId)
      .where('deliveries.state', '=', 'delivered')
      .where('blogPosts.id', '!=', articleId)
      .where(isOwn(operator, 'blogPosts.userId'))
      .orderBy('blogPosts.publishedAt', 'desc')
      .limit(RECENT_TITLES)
      .execute()
    return { article, site: { ...site, recentTitles: recent.map(({ title }) => title) }, into: lang }
  })
}
