import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { compareVariations } from './check-variation.ts'
import { findVariation, type VariationKey } from './queries.server.ts'
import type { Variation, VariedText } from './variations.ts'
import { type Material, writeVariation } from './write-variation.server.ts'

const RECENT_TITLES = 5

/** A variation that is wanted: of which text, told by its hash, and for which site. */
export interface VariationOrder extends VariationKey {
  sourceHash: string
}

/**
 * Gives the variation of this very text for a site: the one that is kept, or a new one. A refusal is kept as well, so
 * that an attempt costs once; it is made again for another text, or after `removeVariation`. Undefined if the article
 * is not the operator's or the site not there. Harmless to repeat; takes up to a minute, so not inside a transaction.
 */
export async function ensureVariation(
  operator: Operator,
  order: VariationOrder,
): Promise<Variation | undefined> {
  const kept = await findVariation(operator, order)
  if (kept?.sourceHash === order.sourceHash) return kept.outcome
  const material = await findMaterial(operator, order)
  if (!material) return undefined
  const outcome = await writeVariation(operator, material, (variation) =>
    saveVariation(operator, order, { ok: true, variation }),
  )
  if (!outcome.ok) await saveVariation(operator, order, outcome)
  return (await findVariation(operator, order))?.outcome
}

/**
 * Keeps what became of an order, unless its variation is too close to another site's, and gives what speaks against it.
 * A variation that somebody else has made of the same text meanwhile stays.
 */
export function saveVariation(
  operator: Operator,
  order: VariationOrder,
  outcome: Variation,
): Promise<string[]> {
  return writeAs(operator, async (trx) => {
    if (!(await lockArticle(trx, operator, order.articleId))) return []
    const found = outcome.ok ? await compareWithSiblings(trx, order, outcome.variation) : []
    if (found.length > 0) return found
    const { articleId, siteId, sourceHash } = order
    const columns = { sourceHash, ...toColumns(outcome), createdAt: sql<Date>`now()` }
    await trx
      .insertInto('variations')
      .values({ articleId, siteId, ...columns })
      .onConflict((conflict) =>
        conflict
          .columns(['articleId', 'siteId'])
          .doUpdateSet(columns)
          .where(sql<boolean>`(variations.source_hash, variations.state) <> (${sourceHash}, 'written')`),
      )
      .execute()
    return []
  })
}

/** Forgets a variation, or why there is none, so that it is written anew when it is wanted the next time. */
export async function removeVariation(
  operator: Operator,
  { articleId, siteId }: VariationKey,
): Promise<void> {
  await writeAs(operator, async (trx) => {
    if (!(await lockArticle(trx, operator, articleId))) return
    await trx
      .deleteFrom('variations')
      .where('articleId', '=', articleId)
      .where('siteId', '=', siteId)
      .execute()
  })
}

// Whoever has the row is alone with the article's variations; and the article cannot go meanwhile.
const lockArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  trx
    .selectFrom('blogPosts')
    .select('id')
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
    .where('state', '=', 'written')
    .execute()
  const found = siblings.flatMap(({ content }) => compareVariations(variation.content, content ?? ''))
  return found.slice(0, 1)
}

function toColumns(outcome: Variation) {
  const none = { reason: null, detail: null, title: null, content: null, metaDescription: null }
  if (outcome.ok) return { ...none, ...outcome.variation, state: 'written' as const }
  return { ...none, reason: outcome.reason, detail: outcome.detail, state: 'refused' as const }
}

// Titles are the operator's own: a model that works for one account reads nothing of another.
function findMaterial(
  operator: Operator,
  { articleId, siteId }: VariationKey,
): Promise<Material | undefined> {
  return readAs(operator, async (trx) => {
    const article = await trx
      .selectFrom('blogPosts')
      .select(['title', 'content', 'metaDescription', 'canonicalUrl'])
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
    return { article, site: { ...site, recentTitles: recent.map(({ title }) => title) } }
  })
}
