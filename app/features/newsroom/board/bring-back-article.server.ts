import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { undelete } from '../../articles/commands.server.ts'
import { returnPage } from '../../articles/placement/commands.server.ts'
import { findPageAddress } from '../../articles/placement/queries.server.ts'
import type { ArticleRefusal, Placement } from './board.ts'
import type { ChangeTask } from './change-draft.server.ts'

interface Back {
  /** The article, which is not deleted any more. */
  kept: BlogPost
  wanted: Placement
  reason?: ArticleRefusal
}

/**
 * Takes back the deletion of an article that is deleted. A page has its address again. If that is not free any more, the
 * page is a draft, or an article on its sites alone; then a reason says so.
 */
export async function bringBackArticle(
  trx: Transaction,
  { operator, earlier }: ChangeTask,
  { article, wanted }: { article: BlogPost; wanted: Placement },
): Promise<Back> {
  const { id: articleId, deletionAskedAt } = article
  if (!deletionAskedAt) return { kept: article, wanted }
  const page = earlier.get(articleId)?.before.page ?? (await findPageAddress(trx, articleId))
  // First its address, then its slug, as for a new page.
  const isLost = page !== undefined && !(await returnPage(trx, operator, { ...page, articleId }))
  const kept = await undelete(trx, article)
  if (!isLost) return { kept, wanted }
  const publishedAt = wanted.siteIds.length > 0 ? wanted.publishedAt : null
  return { kept, wanted: { ...wanted, publishedAt }, reason: 'address-gone' }
}
