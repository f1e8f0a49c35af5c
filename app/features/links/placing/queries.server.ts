import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { canonicalUrlOf } from '../../articles/articles.ts'
import type { LinkableArticle } from './placing.ts'

const MOST_ARTICLES = 2000

/**
 * Lists the operator's newest published articles, at most 2,000, without their copies on other sites. A text may link
 * to them, and their words show which words are rare.
 */
export async function listLinkableArticles(operator: Operator): Promise<LinkableArticle[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('blogPosts')
      .select(['title', 'slug', 'canonicalUrl', 'keywords', 'metaDescription', 'excerpt'])
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('publishedAt', 'is not', null)
      .orderBy('publishedAt', 'desc')
      .limit(MOST_ARTICLES)
      .execute(),
  )
  return rows.map((row) => ({
    url: canonicalUrlOf(env.SITE_URL, row),
    title: row.title,
    keywords: row.keywords,
    summary: row.metaDescription ?? row.excerpt,
  }))
}
