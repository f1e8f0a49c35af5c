import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { db } from '../../platform/database.server.ts'
import { type ArticleCard, CATEGORIES, toTagKey } from '../articles/articles.ts'
import {
  type ListDate,
  type ListDates,
  type ListedArticle,
  type ListedPage,
  NEWS_LIMIT,
  PART_SIZE,
} from './sitemap.ts'

/** What a query needs to know of a site. */
interface SiteKey {
  id: string
  /** Public origin, without a slash at the end. */
  origin: string
}

/** When the articles of each part of a site's sitemap changed last, in the order of the parts; none without articles. */
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

/** The articles of one part, counted from 1, oldest first: what is published later leaves earlier parts as they are. */
export async function listPart(site: SiteKey, part: number): Promise<ListedArticle[]> {
  return listed(site)
    .orderBy('publishedAt')
    .orderBy('id')
    .limit(PART_SIZE)
    .offset((part - 1) * PART_SIZE)
    .execute()
}

/** When the landing pages of each part changed last, in the order of the parts; none without pages. */
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

/** The landing pages of one part, counted from 1, in the order in which they were made. */
export async function listPagePart(site: PageHome, part: number): Promise<ListedPage[]> {
  const pages = await listedPages(site)
  const listed = pages
    .select(['id', 'slug', 'updatedAt'])
    .orderBy('id')
    .limit(PART_SIZE)
    .offset((part - 1) * PART_SIZE)
  // Two values: reading so many rows one by one takes longer than finding them.
  const row = await db
    .selectFrom(listed.as('listed'))
    .select([
      sql<string[] | null>`json_agg(slug order by id)`.as('slugs'),
      sql<number[] | null>`json_agg(date_part('epoch', updated_at) order by id)`.as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  const seconds = row.seconds ?? []
  return (row.slugs ?? []).map((slug, place) => ({
    slug,
    modifiedAt: new Date(Math.round((seconds[place] ?? 0) * 1000)),
  }))
}

/** A site that landing pages are at home on. */
interface PageHome {
  origin: string
  landingAccountId?: string
}

// Those that search engines may show, and show here: of the account on a domain that leads here, and on the main site of
// all that have no such domain. Which accounts have one is asked beforehand, so that an index gives the pages in order.
async function listedPages({ origin, landingAccountId }: PageHome) {
  const accounts = await db
    .selectFrom('seoSettings')
    .select('userId')
    .where('domainSeenAt', 'is not', null)
    .$if(landingAccountId !== undefined, (query) => query.where('userId', '=', landingAccountId ?? ''))
    .where('siteDomain', landingAccountId === undefined ? '!=' : '=', new URL(origin).hostname)
    .execute()
  const ids = sql`${accounts.map(({ userId }) => userId)}::uuid[]`
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

/** The articles that were published after a moment, newest first, as many as a news sitemap may name. */
export async function listNews(site: SiteKey, after: Date): Promise<ListedArticle[]> {
  return listed(site)
    .where('publishedAt', '>', after)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWS_LIMIT)
    .execute()
}

/** When the lists of a site changed last: the whole, each category that holds something, each author. */
export async function findListDates(siteId: string): Promise<ListDates> {
  const [latest, categories, authors] = await Promise.all([
    findLatestDate(siteId),
    listCategoryDates(siteId),
    listAuthorDates(siteId),
  ])
  return { latest, categories, authors }
}

/** When anything on a site changed last; undefined without articles. */
export async function findLatestDate(siteId: string): Promise<Date | undefined> {
  const row = await published(siteId)
    .select(sql<Date | null>`max(${modifiedAt})`.as('latest'))
    .executeTakeFirstOrThrow()
  return row.latest ?? undefined
}

/** Those of the eight categories that hold something, in the order of the menu. */
export async function listCategoryDates(siteId: string): Promise<ListDate[]> {
  const tagged = published(siteId).select([
    sql<string>`unnest(tag_keys)`.as('key'),
    modifiedAt.as('modifiedAt'),
  ])
  const rows = await db
    .selectFrom(tagged.as('tagged'))
    .select(['key', sql<Date>`max(modified_at)`.as('modifiedAt')])
    .where('key', 'in', CATEGORIES.map(toTagKey))
    .groupBy('key')
    .execute()
  const dates = new Map(rows.map((row) => [row.key, row.modifiedAt]))
  return CATEGORIES.flatMap((name) => {
    const date = dates.get(toTagKey(name))
    return date ? [{ name, modifiedAt: date }] : []
  })
}

// Those who wrote or changed something last, as many as fit beside the other lists.
function listAuthorDates(siteId: string): Promise<ListDate[]> {
  return published(siteId)
    .select(['author as name', sql<Date>`max(${modifiedAt})`.as('modifiedAt')])
    .groupBy('author')
    .orderBy('modifiedAt', 'desc')
    .orderBy('author')
    .limit(PART_SIZE - CATEGORIES.length - 1)
    .execute()
}

/** The newest articles of a site, without their text. */
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

// An article whose canonical address is on another origin is that one's to list; copies name their original's.
function ownArticles({ id, origin }: SiteKey) {
  const canonicalOrigin = sql<string>`lower(substring(canonical_url from '^[^/]*//[^/?#]*'))`
  return published(id).where((where) =>
    where.or([where('canonicalUrl', 'is', null), where(canonicalOrigin, '=', origin)]),
  )
}

function published(siteId: string): SelectQueryBuilder<Tables, 'blogPosts', object> {
  return db.selectFrom('blogPosts').where('siteId', '=', siteId).where('publishedAt', 'is not', null)
}
