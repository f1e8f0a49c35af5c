import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import { type Database, db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { env } from '../../../platform/env.server.ts'
import { MAIN_SITE_ID, toOriginOf } from '../../../shared/sites.ts'
import { type Article, type ArticleCard, articlePath } from '../articles.ts'
import { ARTICLE_COLUMNS, CARD_COLUMNS } from '../queries.server.ts'
import type { PageAddress, PageHome, SitePage } from './placement.ts'

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

// The home of an article is the first of its sites here: the main site, or else a hosted site, in the order in which they
// were ordered. A site that is switched off, or keeps search engines away, comes after the others.
const toHomeRank = (deliveries: string, sites: string) =>
  sql`row(${sql.ref(`${sites}.kind`)} <> 'main', not ${sql.ref(`${sites}.is_active`)},
    ${sql.ref(`${sites}.copy_policy`)} = 'noindex', ${sql.ref(`${deliveries}.id`)})`

/**
 * Returns the home of each article: the main site, or else the hosted site that was ordered first. One that is switched
 * off, or keeps search engines away, is it only without another. An article that is on remote sites only has none.
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
    .orderBy(toHomeRank('deliveries', 'target_sites'))
    .execute()
  return new Map(rows.map(({ articleId, ...home }) => [articleId, home]))
}

/** Returns the SQL query for the ids of the articles whose home is a hosted site; of none for a site of another kind. */
export const selectAtHome = (siteId: string) => sql<string>`(
  select own.article_id from deliveries as own join target_sites as homes on homes.id = own.site_id
  where homes.id = ${siteId} and homes.kind = 'hosted' and own.wanted_hash is not null and not exists (
    select from deliveries as others join target_sites on target_sites.id = others.site_id
    where others.article_id = own.article_id and others.wanted_hash is not null
      and target_sites.kind in ('main', 'hosted')
      and ${toHomeRank('others', 'target_sites')} < ${toHomeRank('own', 'homes')}))`

type Addressed = Pick<BlogPost, 'id' | 'slug' | 'siteId'>

/** Returns the URL of an article at its home, or of the page that it is; null if it has none. */
export const findHomeUrl = async (
  store: Database | Transaction,
  article: Addressed,
): Promise<string | null> => (await findHomeUrls(store, [article])).get(article.id) ?? null

/** Returns the URLs of articles at their homes, or of the pages that they are, by the id of the article. */
export async function findHomeUrls(
  store: Database | Transaction,
  articles: Addressed[],
): Promise<Map<string, string>> {
  const onMain = articles.filter(({ siteId }) => siteId === MAIN_SITE_ID)
  const homes = await findHomes(
    store,
    articles.flatMap(({ id, siteId }) => (siteId === null ? [id] : [])),
  )
  const others = articles.filter(({ id, siteId }) => siteId === null && !homes.has(id))
  const pages = await listPagePlaces(
    store,
    others.map(({ id }) => id),
  )
  return new Map([
    ...pages.map(({ articleId, url }) => [articleId, url] as const),
    ...onMain.map(({ id, slug }) => [id, env.SITE_URL + articlePath({ slug })] as const),
    ...articles.flatMap(({ id, slug: wanted }) => {
      const home = homes.get(id)
      const path = articlePath({ slug: home?.slug ?? wanted })
      return home ? [[id, toOriginOf(home, env.SITE_URL) + path] as const] : []
    }),
  ])
}

/** Lists which of some articles are pages of a site, such as About, each with the name of the site and the URL there. */
export async function listPagePlaces(store: Database | Transaction, articleIds: string[]) {
  if (articleIds.length === 0) return []
  const rows = await store
    .selectFrom('sitePages')
    .innerJoin('targetSites', 'targetSites.id', 'sitePages.siteId')
    .select(['articleId', 'siteId', 'path', 'url', shownSiteName.as('siteName')])
    .where('articleId', '=', sql<string>`any(${articleIds}::uuid[])`)
    .execute()
  return rows.map(({ siteId, path, url, ...place }) => ({
    ...place,
    url: toOriginOf({ siteId, url }, env.SITE_URL) + path,
  }))
}

/** The name of a site as the desk shows it: the main site has the name that its owner gave it. */
export const shownSiteName = sql<string>`case when kind = 'main' then main_site_name() else target_sites.name end`

/** Lists the pages of a site that the operator wrote, by their paths. */
export const listOwnPages = (operator: { id: string }, siteId: string): Promise<SitePage[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('sitePages')
      .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
      .select(['articleId', 'path', 'title', sql<boolean>`published_at is not null`.as('isPublished')])
      .where('sitePages.siteId', '=', siteId)
      .where(isOwn(operator, 'userId'))
      .where('deletionAskedAt', 'is', null)
      .orderBy('path')
      .execute(),
  )

/** Lists the sites that the operator adds pages to, by their names: the own hosted ones, and the main site for its owner. */
export const listPageHomes = (operator: { id: string }): Promise<PageHome[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', shownSiteName.as('name')])
      .where(
        sql<boolean>`case when kind = 'main' then exists (select from installation where owner_id = ${operator.id})
          else kind = 'hosted' and target_sites.owner_id = ${operator.id} end`,
      )
      .orderBy('name')
      .execute(),
  )

/** Returns the site of which an article is a page, such as About; undefined for any other article. */
export const findPageSite = async (trx: Transaction, articleId: string): Promise<string | undefined> =>
  (await findPageAddress(trx, articleId))?.siteId

/** Returns true for a page of a site, such as About, which is there without an order. */
export const isSitePage = async (trx: Transaction, articleId: string): Promise<boolean> =>
  (await findPageSite(trx, articleId)) !== undefined

/** Returns the address of an article that is a page; undefined for any other article. */
export const findPageAddress = (trx: Transaction, articleId: string): Promise<PageAddress | undefined> =>
  trx.selectFrom('sitePages').select(['siteId', 'path']).where('articleId', '=', articleId).executeTakeFirst()

/** Returns true if an account adds pages to a site. Every account may read who owns the main site. */
export async function ownsSite(trx: Transaction, operator: { id: string }, siteId: string): Promise<boolean> {
  const own =
    siteId === MAIN_SITE_ID
      ? trx.selectFrom('installation').select('id').where(isOwn(operator, 'ownerId'))
      : trx
          .selectFrom('targetSites')
          .select('id')
          .where('id', '=', siteId)
          .where('kind', '=', 'hosted')
          .where(isOwn(operator, 'ownerId'))
  return (await own.executeTakeFirst()) !== undefined
}

/** Returns the paths of the pages of each site; that of an unpublished page is among them, and that of a deleted one is not. */
export async function listPagePaths(): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('sitePages')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['sitePages.siteId', sql<string[]>`array_agg(path order by path)`.as('paths')])
    .where('deletionAskedAt', 'is', null)
    .groupBy('sitePages.siteId')
    .execute()
  return new Map(rows.map(({ siteId, paths }) => [siteId, paths]))
}

/** Returns the published pages of a site with the time of their last change. */
export const listPublicPages = (siteId: string): Promise<{ path: string; modifiedAt: Date }[]> =>
  db
    .selectFrom('sitePages')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['path', 'updatedAt as modifiedAt'])
    .where('sitePages.siteId', '=', siteId)
    .where('publishedAt', 'is not', null)
    .where('isNoindex', '=', false)
    .orderBy('path')
    .execute()

/** Returns the published article of a page of a site, such as About, by the path of the page. */
export async function findPageArticle(siteId: string, path: string): Promise<Article | undefined> {
  const found = await db
    .selectFrom('blogPosts')
    .innerJoin('sitePages', 'sitePages.articleId', 'blogPosts.id')
    .select([...ARTICLE_COLUMNS, 'contentHtml'])
    .where('sitePages.siteId', '=', siteId)
    .where('sitePages.path', '=', path)
    .where('publishedAt', 'is not', null)
    .$narrowType<{ publishedAt: Date }>()
    .executeTakeFirst()
  return found // only the owner of a site adds pages to it, so its links are not marked
}

/** Returns the published articles of a site by the ids of their originals, which are themselves on the site of an original. */
export async function listOfOriginals(siteId: string, ids: string[]): Promise<Map<string, ArticleCard>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('blogPosts')
    .select(CARD_COLUMNS)
    .where('siteId', '=', siteId)
    .where('publishedAt', 'is not', null)
    .select(sql<string>`coalesce(origin_id, id)`.as('original'))
    .where((where) => where.or([where('id', 'in', ids), where('originId', 'in', ids)]))
    .$narrowType<{ publishedAt: Date }>()
    .execute()
  return new Map(rows.map(({ original, ...card }) => [original, card]))
}

/** Returns those of some tags, in the form that toTagKey returns, that published articles of a site have. */
export async function listUsedTags(siteId: string, tagKeys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${tagKeys}::text[]) as key where exists (
      select from blog_posts where site_id = ${siteId} and published_at is not null and tag_keys @> array[key])
  `.execute(db)
  return rows.map(({ key }) => key)
}
