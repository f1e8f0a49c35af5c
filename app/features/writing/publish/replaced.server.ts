import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { findRevisionNumber } from '../../articles/revisions/queries.server.ts'
import { listWanted } from '../../delivery/deliveries/queries.server.ts'
import { toVersion } from '../writing.ts'
import type { Replaced } from './publish-run.server.ts'

/** An article before a publish. */
interface Earlier {
  article: BlogPost
  siteIds: string[]
  generateVariations: boolean
}

/**
 * Returns the state that a publish replaces, in the transaction that publishes, after its writes. Without an earlier
 * state the article is new.
 */
export async function readReplaced(
  trx: Transaction,
  articleId: string,
  earlier?: Earlier,
): Promise<Replaced> {
  const { updatedAt } = await trx
    .selectFrom('blogPosts')
    .select('updatedAt')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const version = toVersion(updatedAt, await listWanted(trx, articleId))
  if (!earlier?.article.publishedAt) return { revision: null, siteIds: [], varies: false, version }
  const { article, siteIds, generateVariations: varies } = earlier
  return { revision: await findRevisionNumber(trx, article), siteIds, varies, version }
}
