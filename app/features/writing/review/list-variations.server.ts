import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { pick } from '../../../shared/pick.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { readRevisedText } from '../../articles/revisions/queries.server.ts'
import { shownSiteName } from '../../articles/placement/queries.server.ts'
import { isAwaited } from '../../delivery/variations/queries.server.ts'
import { selectOwnArticle } from '../publish/queries.server.ts'
import type { UnseenVariation } from './review.ts'

/** Returns the variations of an article that wait for an approval, for sites that ask for it and should have them. */
export async function listUnseenVariations(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<UnseenVariation[]> {
  const article = await selectOwnArticle(trx, operator, articleId).executeTakeFirst()
  if (!article) return []
  const original = { ...toTypedFields(article), slug: article.slug }
  const rows = await trx
    .selectFrom('variations')
    .innerJoin('targetSites', 'targetSites.id', 'variations.siteId')
    .select(['variations.siteId', shownSiteName.as('siteName')])
    .select(
      sql<number>`(select max(number) from revisions
        where revisions.article_id = variations.article_id and revisions.site_id = variations.site_id)`.as(
        'number',
      ),
    )
    .where('variations.articleId', '=', articleId)
    .where(isAwaited)
    .execute()
  const unseen = []
  for (const { siteId, siteName, number } of rows) {
    const stored = await readRevisedText(trx, operator, { id: articleId, key: { siteId, number } })
    if (!stored) continue
    // All else is shown as the article has it now: a tag may have another name by then.
    const text = { ...original, ...pick(stored, ['title', 'content', 'metaDescription', 'lang']) }
    const from = { key: { siteId: null, number: 1 }, text: original }
    unseen.push({ siteName, comparison: { from, to: { key: { siteId, number }, text } } })
  }
  return unseen
}
