import type { Selectable } from 'kysely'
import type { VariationsTable } from '../../db/ai-tables.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { hasModel } from '../ai-usage/queries.server.ts'
import type { StoredVariation, VariationRefusal } from './variations.ts'

/** Whether variations can be written: the settings name a provider. If not, NO_PROVIDER says what to set. */
export const canVary = hasModel

export interface VariationKey {
  articleId: string
  siteId: string
}

/** What became of the wish for a variation of one of the operator's articles for one site. */
export async function findVariation(
  operator: Operator,
  { articleId, siteId }: VariationKey,
): Promise<StoredVariation | undefined> {
  return (await listVariations(operator, articleId)).find((variation) => variation.siteId === siteId)
}

/** The same for every site of an article, in the order in which they were asked for. */
export async function listVariations(operator: Operator, articleId: string): Promise<StoredVariation[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('variations')
      .innerJoin('blogPosts', 'blogPosts.id', 'variations.articleId')
      .selectAll('variations')
      .where('variations.articleId', '=', articleId)
      .where(isOwn(operator, 'blogPosts.userId'))
      .orderBy('variations.createdAt')
      .execute(),
  )
  return rows.map(toStored)
}

function toStored(row: Selectable<VariationsTable>): StoredVariation {
  const { siteId, sourceHash, createdAt, title, content, metaDescription, reason, detail } = row
  const kept = { siteId, sourceHash, createdAt }
  if (title !== null && content !== null)
    return { ...kept, outcome: { ok: true, variation: { title, content, metaDescription } } }
  return { ...kept, outcome: { ok: false, reason: reason as VariationRefusal, detail: detail ?? '' } }
}
