import type { Transaction } from '../../platform/store/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { recordPageChanges } from '../../platform/page-changes.server.ts'
import { MAIN_SITE_ID, toOriginOf, toSiteOrigin } from '../../shared/sites.ts'
import { articlePath } from './articles.ts'
import { isIndexable, type SeenArticle, toArticleChanges } from './page-changes.ts'

interface ArticleChange {
  /** The site that shows it; null for none. */
  siteId: string | null
  /** Undefined for a new article. */
  before?: SeenArticle | undefined
  /** Undefined for a deleted article. */
  after?: SeenArticle | undefined
}

/** Records the pages that search engines should fetch again, in the transaction that changes the article. */
export async function recordArticleChange(
  trx: Transaction,
  { siteId, ...change }: ArticleChange,
): Promise<void> {
  const { before, after } = change
  if (siteId === null) return
  if ((after ?? before)?.userId === null) return // a demo article, or one imported without an owner
  const origin = await findOrigin(trx, siteId)
  if (origin !== undefined) await recordPageChanges(trx, toArticleChanges(origin, before, after))
}

async function findOrigin(trx: Transaction, siteId: string): Promise<string | undefined> {
  if (siteId === MAIN_SITE_ID) return env.SITE_URL
  const site = await trx.selectFrom('targetSites').select('url').where('id', '=', siteId).executeTakeFirst()
  return site && toSiteOrigin(site.url, env.SITE_URL)
}

/** Records for search engines that an account's articles are removed, in the transaction that deletes the account. */
export async function recordArticlesRemoval(trx: Transaction, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('blogPosts')
    .innerJoin('targetSites', 'targetSites.id', 'blogPosts.siteId')
    .select([
      'targetSites.id as siteId',
      'slug',
      'canonicalUrl',
      'isNoindex',
      'publishedAt',
      'targetSites.url',
    ])
    .where('userId', '=', userId)
    .where('publishedAt', 'is not', null)
    .execute()
  const changes = rows.flatMap(({ siteId, url, ...article }) => {
    const origin = toOriginOf({ siteId, url }, env.SITE_URL)
    const page = { origin, path: articlePath(article), userId: null, isInFeeds: true }
    return isIndexable(origin, article) ? [{ ...page, change: 'removed' as const }] : []
  })
  await recordPageChanges(trx, changes)
}
