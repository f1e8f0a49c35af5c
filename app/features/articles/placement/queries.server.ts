import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import type { Database, Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { MAIN_SITE_ID, toSiteOrigin } from '../../../shared/sites.ts'
import { articlePath } from '../articles.ts'

/** The site whose page of an article is canonical for all copies. */
export interface Home {
  siteId: string
  deliveryId: string
  /** False if the site does not have the article yet, so that its URL there is not known. */
  isDelivered: boolean
  /** The URL of the site; empty for the main site. */
  url: string
  /** The slug of the copy there; null if there is none. */
  slug: string | null
}

/**
 * Returns the home of each article: the main site, or else the hosted site that was ordered first. An article that is
 * on remote sites only has none.
 */
export async function findHomes(
  store: Database | Transaction,
  articleIds: string[],
): Promise<Map<string, Home>> {
  if (articleIds.length === 0) return new Map()
  const rows = await store
    .selectFrom('deliveries')
    .innerJoin('targetSites', 'targetSites.id', 'deliveries.siteId')
    .leftJoin('blogPosts as copies', (join) =>
      join
        .onRef('copies.siteId', '=', 'deliveries.siteId')
        .onRef('copies.originId', '=', 'deliveries.articleId'),
    )
    .select(['articleId', 'deliveries.siteId', 'deliveries.id as deliveryId', 'url', 'copies.slug'])
    .select(sql<boolean>`delivered_hash is not null`.as('isDelivered'))
    .distinctOn('articleId')
    .where('articleId', '=', sql<string>`any(${articleIds}::uuid[])`)
    .where('wantedHash', 'is not', null)
    .where('kind', 'in', ['main', 'hosted'])
    .orderBy('articleId')
    .orderBy(sql`kind = 'main'`, 'desc')
    .orderBy('deliveries.id')
    .execute()
  return new Map(rows.map(({ articleId, ...home }) => [articleId, home]))
}

type Addressed = Pick<BlogPost, 'id' | 'slug' | 'siteId'>

/** Returns the URL of an article at its home; null if it has none. */
export const findHomeUrl = async (
  store: Database | Transaction,
  article: Addressed,
): Promise<string | null> => (await findHomeUrls(store, [article])).get(article.id) ?? null

/** Returns the URLs of articles at their homes, by the id of the article. */
export async function findHomeUrls(
  store: Database | Transaction,
  articles: Addressed[],
): Promise<Map<string, string>> {
  const onMain = articles.filter(({ siteId }) => siteId === MAIN_SITE_ID)
  const homes = await findHomes(
    store,
    articles.flatMap(({ id, siteId }) => (siteId === null ? [id] : [])),
  )
  return new Map([
    ...onMain.map(({ id, slug }) => [id, env.SITE_URL + articlePath({ slug })] as const),
    ...articles.flatMap(({ id, slug: wanted }) => {
      const home = homes.get(id)
      const path = articlePath({ slug: home?.slug ?? wanted })
      return home ? [[id, toSiteOrigin(home.url, env.SITE_URL) + path] as const] : []
    }),
  ])
}
