import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
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
  return { revision: await findNumber(trx, article), siteIds, varies, version }
}

// An article without revisions has one state, its own, which has the number 1.
async function findNumber(trx: Transaction, article: BlogPost): Promise<number> {
  const row = await trx
    .selectFrom('revisions')
    .select('number')
    .where('articleId', '=', article.id)
    .where('siteId', 'is', null)
    .where('hash', '=', toWantedHash(article))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 1
}
