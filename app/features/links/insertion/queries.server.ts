import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findHomeUrls } from '../../articles/placement/queries.server.ts'
import type { LinkableArticle } from './insertion.ts'

const MOST_ARTICLES = 2000

/**
 * Lists the operator's newest published articles, at most 2,000, without their copies on other sites. A text may link
 * to them, and their words show which words are rare.
 */
export async function listLinkableArticles(operator: Operator): Promise<LinkableArticle[]> {
  return readAs(operator, async (trx) => {
    const rows = await trx
      .selectFrom('blogPosts')
      .select(['id', 'siteId', 'title', 'slug', 'canonicalUrl', 'keywords', 'metaDescription', 'excerpt'])
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('publishedAt', 'is not', null)
      .orderBy('publishedAt', 'desc')
      .limit(MOST_ARTICLES)
      .execute()
    const urls = await findHomeUrls(trx, rows)
    return rows.flatMap(({ id, canonicalUrl, title, keywords, metaDescription, excerpt }) => {
      const url = canonicalUrl ?? urls.get(id)
      return url === undefined ? [] : [{ url, title, keywords, summary: metaDescription ?? excerpt }]
    })
  })
}
