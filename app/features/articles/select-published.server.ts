import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { db } from '../../platform/store/database.server.ts'
import { markLinks } from '../../shared/link-rel.ts'
import type { Article } from './articles.ts'

const PLAIN_CARD_FIELDS = [
  'id',
  'slug',
  'title',
  'metaDescription',
  'excerpt',
  'author',
  'imageUrl',
  'cover',
  'imageFocus',
  'publishedAt',
  'readingMinutes',
  'lang',
] as const
/** The fields of a card. */
export const CARD_FIELDS = [...PLAIN_CARD_FIELDS, 'tags'] as const
/**
 * The columns of a card. Arrays are read as JSON, because the driver needs several times as long to parse Postgres' array
 * format.
 */
export const CARD_COLUMNS = [
  ...PLAIN_CARD_FIELDS.map((field) => `blogPosts.${field}` as const),
  sql<string[]>`to_json(blog_posts.tags)`.as('tags'),
]
/** The columns of an article that its page needs, without its text. */
export const ARTICLE_COLUMNS = [
  ...CARD_COLUMNS,
  ...(['blogPosts.canonicalUrl', 'blogPosts.isNoindex', 'blogPosts.updatedAt'] as const),
  sql<string[]>`to_json(blog_posts.keywords)`.as('keywords'),
  sql<boolean>`(blog_posts.user_id is not distinct from (
    select coalesce(owner_id, (select owner_id from installation)) from target_sites where id = blog_posts.site_id
  ))`.as('isByOwner'),
]

/** Returns an article in which the links of a stranger to other sites are marked. */
export const withMarkedLinks = <T extends Pick<Article, 'contentHtml' | 'isByOwner'>>(article: T): T =>
  article.isByOwner ? article : { ...article, contentHtml: markLinks(article.contentHtml) }

/** Selects the published articles of a site. */
export function published(siteId: string): SelectQueryBuilder<Tables, 'blogPosts', object> {
  return db.selectFrom('blogPosts').where('siteId', '=', siteId).where('publishedAt', 'is not', null)
}

/** Returns a query with the newest articles first, at most as many as the limit. */
export const newestFirst = <Row>(query: SelectQueryBuilder<Tables, 'blogPosts', Row>, limit: number) =>
  query.orderBy('publishedAt', 'desc').orderBy('id', 'desc').limit(sql.lit(limit))
