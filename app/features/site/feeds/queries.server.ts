import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { db } from '../../../platform/store/database.server.ts'
import {
  type ArticleCard,
  CATEGORIES,
  type SiteCategory,
  toOldPath,
  toTagKey,
} from '../../articles/articles.ts'
import {
  findByOldPath,
  linkTranslations,
  toMovedTags,
  translationPagesIfAny,
} from '../../articles/queries.server.ts'
import { toFeedPath } from './old-feeds.ts'
import {
  type ListDate,
  type ListDates,
  type ListedArticle,
  type ListedPage,
  NEWS_LIMIT,
  PART_SIZE,
} from './sitemap.ts'

/** The facts about a site that queries need. */
interface SiteKey {
  id: string
  /** Public origin, without a slash at the end. */
  origin: string
}

/** Returns the last change of each sitemap part with articles, in the order of the parts; empty without articles. */
export async function listPartDates(site: SiteKey): Promise<Date[]> {
  const parts = ownArticles(site).select([
    sql<number>`(row_number() over (order by published_at, id) - 1) / ${sql.lit(PART_SIZE)}`.as('part'),
    modifiedAt.as('modifiedAt'),
  ])
  const rows = await db
    .selectFrom(parts.as('parts'))
    .select(sql<Date>`max(modified_at)`.as('modifiedAt'))
    .groupBy('part')
    .orderBy('part')
    .execute()
  return rows.map((row) => row.modifiedAt)
}

/** Returns the articles of one part, counted from 1, oldest first, so that new articles change only the last part. */
export async function listPart(site: SiteKey, part: number): Promise<ListedArticle[]> {
  const rows = await listed(site)
    .select('id')
    .select(translationPagesIfAny.as('groupPages'))
    .orderBy('publishedAt')
    .orderBy('id')
    .limit(PART_SIZE)
    .offset((part - 1) * PART_SIZE)
    .execute()
  return rows.map(({ id, groupPages, ...article }) => {
    if (!groupPages) return article
    const { alternates: languages, siteIds: languageSites } = linkTranslations(groupPages, id)
    return { ...article, languages, languageSites }
  })
}

/** Returns the last change of each sitemap part with landing pages, in the order of the parts; empty without pages. */
export async function listPagePartDates(site: PageHome): Promise<Date[]> {
  const listed = await listedPages(site)
  const parts = listed.select([
    sql<number>`(row_number() over (order by id) - 1) / ${sql.lit(PART_SIZE)}`.as('part'),
    'updatedAt',
  ])
  const rows = await db
    .selectFrom(parts.as('parts'))
    .select(sql<Date>`max(updated_at)`.as('modifiedAt'))
    .groupBy('part')
    .orderBy('part')
    .execute()
  return rows.map((row) => row.modifiedAt)
}

/** Returns the landing pages of one part, counted from 1, in the order of their creation. */
export async function listPagePart(site: PageHome, part: number): Promise<ListedPage[]> {
  const pages = await listedPages(site)
  const listed = pages
    .select(['id', 'slug', 'updatedAt'])
    .orderBy('id')
    .limit(PART_SIZE)
    .offset((part - 1) * PART_SIZE)
  // One row with two arrays, because the driver needs longer to read 50,000 rows than Postgres needs to find them.
  const row = await db
    .selectFrom(listed.as('listed'))
    .select([
      sql<string[] | null>`json_agg(slug order by id)`.as('slugs'),
      sql<number[] | null>`json_agg(date_part('epoch', updated_at) order by id)`.as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  const seconds = row.seconds ?? []
  return (row.slugs ?? []).map((slug, index) => ({
    slug,
    modifiedAt: new Date(Math.round((seconds[index] ?? 0) * 1000)),
  }))
}

/** A site that shows landing pages. */
interface PageHome {
  origin: string
  landingAccountId?: string
}

// The pages that search engines may index at this origin. A domain has the pages of its account; the main site has those
// of all accounts without a domain. The accounts are read first, so that an index can return the pages in order.
async function listedPages({ origin, landingAccountId }: PageHome) {
  const { hostname } = new URL(origin)
  const withDomain = db.selectFrom('seoSettings').select('userId').where('domainSeenAt', 'is not', null)
  const accounts =
    landingAccountId === undefined
      ? withDomain.where('siteDomain', '!=', hostname)
      : withDomain.where('userId', '=', landingAccountId).where('siteDomain', '=', hostname)
  const rows = await accounts.execute()
  const ids = sql`${rows.map(({ userId }) => userId)}::uuid[]`
  return db
    .selectFrom('generatedPages')
    .where('isPublished', '=', true)
    .where('isNoindex', '=', false)
    .where((where) =>
      where.or([
        where('canonicalUrl', 'is', null),
        where(sql<string>`lower(substring(canonical_url from '^[^/]*//[^/?#]*'))`, '=', origin),
      ]),
    )
    .where(
      landingAccountId === undefined
        ? sql<boolean>`user_id <> all(${ids})`
        : sql<boolean>`user_id = any(${ids})`,
    )
}

/** Returns the articles that were published after a moment, newest first, up to the limit of a news sitemap. */
export async function listNews(site: SiteKey, after: Date): Promise<ListedArticle[]> {
  return listed(site)
    .where('publishedAt', '>', after)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWS_LIMIT)
    .execute()
}

/** Returns the last change of all lists of a site: of the whole site, each category with articles, each author. */
export async function findListDates(siteId: string, categories?: SiteCategory[]): Promise<ListDates> {
  const [latest, ofCategories, authors] = await Promise.all([
    findLatestDate(siteId),
    listCategoryDates(siteId, categories),
    listAuthorDates(siteId),
  ])
  return { latest, categories: ofCategories, authors }
}

/** Returns the last change of a site's articles; undefined without articles. */
export async function findLatestDate(siteId: string): Promise<Date | undefined> {
  const row = await published(siteId)
    .select(sql<Date | null>`max(${modifiedAt})`.as('latest'))
    .executeTakeFirstOrThrow()
  return row.latest ?? undefined
}

/** Returns those categories of a site that have articles, with their last change, in their order: the eight, unless its owner chose others. */
export async function listCategoryDates(siteId: string, chosen?: SiteCategory[]): Promise<ListDate[]> {
  const categories = chosen ?? CATEGORIES.map((name) => ({ name, tags: [toTagKey(name)] }))
  const tagged = published(siteId).select([
    sql<string>`unnest(tag_keys)`.as('key'),
    modifiedAt.as('modifiedAt'),
  ])
  const rows = await db
    .selectFrom(tagged.as('tagged'))
    .select(['key', sql<Date>`max(modified_at)`.as('modifiedAt')])
    .where(
      'key',
      'in',
      categories.flatMap(({ tags }) => tags),
    )
    .groupBy('key')
    .execute()
  const dates = new Map(rows.map((row) => [row.key, row.modifiedAt]))
  return categories.flatMap(({ name, tags }) => {
    const [last] = tags
      .flatMap((tag) => dates.get(tag) ?? [])
      .toSorted((one, other) => other.getTime() - one.getTime())
    return last ? [{ name, modifiedAt: last }] : []
  })
}

// The authors with the newest changes, as many as fit into one part with the other lists.
function listAuthorDates(siteId: string): Promise<ListDate[]> {
  const written = published(siteId).select([
    sql<string>`unnest(author_names)`.as('name'),
    modifiedAt.as('modifiedAt'),
  ])
  return db
    .selectFrom(written.as('written'))
    .select(['name', sql<Date>`max(modified_at)`.as('modifiedAt')])
    .groupBy('name')
    .orderBy('modifiedAt', 'desc')
    .orderBy('name')
    .limit(PART_SIZE - CATEGORIES.length - 1)
    .execute()
}

/** Returns the newest articles of a site, without their text. */
export async function listNewest(
  siteId: string,
  limit: number,
): Promise<Pick<ArticleCard, 'slug' | 'title' | 'metaDescription'>[]> {
  return published(siteId)
    .select(['slug', 'title', 'metaDescription'])
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const modifiedAt = sql<Date>`greatest(updated_at, published_at)`

const listed = (site: SiteKey) =>
  ownArticles(site)
    .select(['slug', 'title', 'imageUrl', 'publishedAt', modifiedAt.as('modifiedAt')])
    .$narrowType<{ publishedAt: Date }>()

// The articles that search engines may index here. One with a canonical URL on another origin, such as a copy, belongs into
// the sitemap of that origin.
function ownArticles({ id, origin }: SiteKey) {
  const canonicalOrigin = sql<string>`lower(substring(canonical_url from '^[^/]*//[^/?#]*'))`
  return published(id)
    .where('isNoindex', '=', false)
    .where((where) => where.or([where('canonicalUrl', 'is', null), where(canonicalOrigin, '=', origin)]))
}

function published(siteId: string): SelectQueryBuilder<Tables, 'blogPosts', object> {
  return db.selectFrom('blogPosts').where('siteId', '=', siteId).where('publishedAt', 'is not', null)
}

/** The target of an address of another platform. */
interface MovedAddress {
  path: string
  /** The page tags of the target. */
  tags: string[]
}

/**
 * Returns the target of an address of another platform: an article that redirects from it, or else a feed, if the site
 * `hasFeeds`. Undefined if there is no target.
 */
export async function findMovedAddress(
  siteId: string,
  url: URL,
  { hasFeeds = true } = {},
): Promise<MovedAddress | undefined> {
  const old = toOldPath(url.href)
  const article = old ? await findByOldPath(siteId, old) : undefined
  if (article) return { path: article.path, tags: toMovedTags(article) }
  const path = hasFeeds ? toFeedPath(url) : undefined
  return path === undefined ? undefined : { path, tags: [] }
}
