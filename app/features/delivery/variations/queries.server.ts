import { type Selectable, sql } from 'kysely'
import type { VariationsTable } from '../../../db/ai-tables.ts'
import type { BlogPost } from '../../../db/tables.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hashAll } from '../../articles/revisions/queries.server.ts'
import { refusals } from './messages.ts'
import type { StoredVariation, VariationRefusal } from './variations.ts'

/** Names a variation: there is at most one for an article and a site. */
export interface VariationKey {
  articleId: string
  siteId: string
}

const SOURCE_NAMES = ['title', 'content', 'metaDescription', 'canonicalUrl'] as const

/**
 * Returns a hash of what the variations of an article are made of: what the model and the checks read. Other words are
 * needed only if it changes, so the author, the tags and the keywords are left out.
 */
export const hashSource = (article: Pick<BlogPost, (typeof SOURCE_NAMES)[number]>): string =>
  hashAll(SOURCE_NAMES.map((name) => article[name]))

/** Returns the stored variation, or refusal, of one of the operator's articles for one site. */
export async function findVariation(
  operator: Operator,
  { articleId, siteId }: VariationKey,
): Promise<StoredVariation | undefined> {
  return (await listVariations(operator, articleId)).find((variation) => variation.siteId === siteId)
}

/** The SQL condition that a variation must not be shown yet: its site asks for a review, and nobody approved it. */
export const isUnseen = sql<boolean>`(variations.state = 'written' and variations.approved_at is null and exists (
  select from review_rules as rule join blog_posts as varied on varied.user_id = rule.user_id
  where varied.id = variations.article_id and rule.site_id = variations.site_id and rule.models))`

/**
 * The SQL condition that a variation waits for an approval: nobody has seen it, and its site should have one. If it should
 * not, the stored one may be of an earlier text, which nobody can approve.
 */
export const isAwaited = sql<boolean>`(${isUnseen} and exists (
  select from deliveries as ordered where ordered.article_id = variations.article_id
    and ordered.site_id = variations.site_id and ordered.varies and ordered.wanted_hash is not null))`

/** Lists the variations and refusals for all sites of one of the operator's articles, the oldest first. */
export async function listVariations(operator: Operator, articleId: string): Promise<StoredVariation[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('variations')
      .innerJoin('blogPosts', 'blogPosts.id', 'variations.articleId')
      .selectAll('variations')
      .select(
        sql<number | null>`(select max(number) from revisions
          where revisions.article_id = variations.article_id and revisions.site_id = variations.site_id)`.as(
          'number',
        ),
      )
      .select(isUnseen.as('isUnseen'))
      .where('variations.articleId', '=', articleId)
      .where(isOwn(operator, 'blogPosts.userId'))
      .orderBy('variations.createdAt')
      .execute(),
  )
  return rows.map(toStored)
}

function toStored(
  row: Selectable<VariationsTable> & { number: number | null; isUnseen: boolean },
): StoredVariation {
  const {
    siteId,
    sourceHash,
    lang,
    createdAt,
    title,
    content,
    metaDescription,
    number,
    isUnseen: waits,
  } = row
  const kept = { siteId, sourceHash, lang, createdAt }
  if (title !== null && content !== null && number !== null)
    return {
      ...kept,
      outcome: { ok: true, variation: { title, content, metaDescription }, number, isUnseen: waits },
    }
  const { reason, detail } = row
  return { ...kept, outcome: refuse(reason as VariationRefusal, { detail }) }
}

/** Returns a stored refusal as sentences. The rows of earlier versions hold all of them as their detail. */
export function toRefusalSentence({ reason, detail }: { reason: string; detail: string | null }): string {
  const sentence = refusals[reason as VariationRefusal]
  if (reason !== 'checks-failed') return detail ?? sentence
  return detail?.startsWith(sentence) ? detail : `${sentence} ${detail}`
}
