import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { articlePath } from '../articles/articles.ts'
import { MAIN_SITE_ID, toSiteOrigin } from '../target-sites/target-sites.ts'
import { noteChanges } from './note-changes.server.ts'
import { isForEngines, type SeenArticle, toArticleChanges } from './search-engines.ts'

interface ArticleChange {
  siteId: string
  /** Undefined for an article that is new. */
  before?: SeenArticle | undefined
  /** Undefined for one that is gone. */
  after?: SeenArticle | undefined
}

/** Notes, in the transaction that changes an article on one of our sites, the pages that search engines find changed. */
export async function noteArticleChange(
  trx: Transaction,
  { siteId, ...change }: ArticleChange,
): Promise<void> {
  const { before, after } = change
  if ((after ?? before)?.userId === null) return // the demo's, and what was imported for nobody
  const origin = await findOrigin(trx, siteId)
  if (origin !== undefined) await noteChanges(trx, toArticleChanges(origin, before, after))
}

async function findOrigin(trx: Transaction, siteId: string): Promise<string | undefined> {
  if (siteId === MAIN_SITE_ID) return env.SITE_URL
  const site = await trx.selectFrom('targetSites').select('url').where('id', '=', siteId).executeTakeFirst()
  return site && toSiteOrigin(site.url, env.SITE_URL)
}

/** Notes, in the transaction that deletes an account with its articles, that their pages are gone. */
export async function noteAccountRemoval(trx: Transaction, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('blogPosts')
    .innerJoin('targetSites', 'targetSites.id', 'blogPosts.siteId')
    .select(['siteId', 'slug', 'canonicalUrl', 'isNoindex', 'publishedAt', 'targetSites.url'])
    .where('userId', '=', userId)
    .where('publishedAt', 'is not', null)
    .execute()
  const changes = rows.flatMap(({ siteId, url, ...article }) => {
    const origin = siteId === MAIN_SITE_ID ? env.SITE_URL : toSiteOrigin(url, env.SITE_URL)
    const page = { origin, path: articlePath(article), userId: null, isInFeeds: true }
    return isForEngines(origin, article) ? [{ ...page, change: 'removed' as const }] : []
  })
  await noteChanges(trx, changes)
}
