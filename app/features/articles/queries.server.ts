import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { db } from '../../platform/database.server.ts'
import {
  type Article,
  type ArticleCard,
  type ArticlePage,
  type ArticleScope,
  type ArticleSource,
  type ArticleWithToc,
  PAGE_SIZE,
  RELATED_LIMIT,
  toTagKey,
} from './articles.ts'

const CARD_COLUMNS = [
  'blogPosts.id',
  'blogPosts.slug',
  'blogPosts.title',
  'blogPosts.metaDescription',
  'blogPosts.excerpt',
  'blogPosts.author',
  'blogPosts.tags',
  'blogPosts.imageUrl',
  'blogPosts.publishedAt',
  'blogPosts.readingMinutes',
  'blogPosts.lang',
] as const

type Condition = (
  where: ExpressionBuilder<Tables, 'blogPosts'>,
) => ReturnType<ExpressionBuilder<Tables, 'blogPosts'>['and']>

/** One page of a site's published articles, newest first (spec §7). A page beyond the last has no articles. */
export const listLatest = (siteId: string, page: number) => listPage(siteId, page, (where) => where.and([]))

/** Like listLatest, of the articles that carry a tag, compared without case. */
export const listByCategory = (siteId: string, category: string, page: number) =>
  listPage(siteId, page, (where) => where.and([hasTag(category)]))

/** Like listLatest, of one author, by exact name. */
export const listByAuthor = (siteId: string, author: string, page: number) =>
  listPage(siteId, page, (where) => where.and([where('author', '=', author)]))

/** The newest articles of a site, or of one category or author, with their whole text, for a feed. */
export async function listForFeed(siteId: string, scope: ArticleScope, limit: number): Promise<Article[]> {
  const { category, author } = scope
  return published(siteId)
    .$if(category !== undefined, (query) => query.where(hasTag(category ?? '')))
    .$if(author !== undefined, (query) => query.where('author', '=', author ?? ''))
    .select([...CARD_COLUMNS, 'contentHtml', 'keywords', 'canonicalUrl', 'updatedAt'])
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ publishedAt: Date }>()
    .execute()
}

/** A published article of a site by its slug. */
export async function findArticle(siteId: string, slug: string): Promise<ArticleWithToc | undefined> {
  return published(siteId)
    .select([...CARD_COLUMNS, 'contentHtml', 'toc', 'keywords', 'canonicalUrl', 'updatedAt'])
    .where('slug', '=', slug)
    .$narrowType<{ publishedAt: Date }>()
    .executeTakeFirst()
}

/** The Markdown of a published article of a site by its slug. */
export async function findArticleSource(siteId: string, slug: string): Promise<ArticleSource | undefined> {
  return published(siteId)
    .select(['id', 'slug', 'title', 'content', 'metaDescription', 'author', 'tags', 'canonicalUrl', 'lang'])
    .select(['publishedAt', 'updatedAt'])
    .where('slug', '=', slug)
    .$narrowType<{ publishedAt: Date }>()
    .executeTakeFirst()
}

/** The slug of a published article of a site by its id; an id that is no UUID is nobody's. */
export async function findSlugById(siteId: string, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const row = await published(siteId).select('slug').where('id', '=', id).executeTakeFirst()
  return row?.slug
}

/** The published article that an old address of a site leads to, by the path that toOldPath gives. */
export async function findByOldPath(
  siteId: string,
  path: string,
): Promise<{ id: string; slug: string } | undefined> {
  return db
    .selectFrom('redirects')
    .innerJoin('blogPosts', 'blogPosts.id', 'redirects.articleId')
    .select(['blogPosts.id', 'blogPosts.slug'])
    .where('redirects.siteId', '=', siteId)
    .where('redirects.path', '=', path)
    .where('blogPosts.siteId', '=', siteId)
    .where('blogPosts.publishedAt', 'is not', null)
    .executeTakeFirst()
}

/** Up to 3 articles that share a tag, newest first, padded with the newest of the site (spec §7). */
export async function listRelated(siteId: string, article: Article): Promise<ArticleCard[]> {
  const others = (isRelated: boolean, limit: number) =>
    published(siteId)
      .select(['id', sql<boolean>`${sql.lit(isRelated)}`.as('isRelated')])
      .where('id', '!=', article.id)
      .$if(isRelated, (query) => query.where(sql<boolean>`tag_keys && ${article.tags.map(toTagKey)}::text[]`))
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .as('others')
  const candidates = db
    .selectFrom(others(true, RELATED_LIMIT))
    .selectAll()
    // The newest may be the related ones once more: twice the limit always leaves enough others.
    .unionAll(db.selectFrom(others(false, RELATED_LIMIT * 2)).selectAll())
  const rows = await db
    .selectFrom(candidates.as('candidates'))
    .innerJoin('blogPosts', 'blogPosts.id', 'candidates.id')
    .select(CARD_COLUMNS)
    .orderBy('candidates.isRelated', 'desc')
    .orderBy('blogPosts.publishedAt', 'desc')
    .orderBy('blogPosts.id', 'desc')
    .$narrowType<{ publishedAt: Date }>()
    .execute()
  return rows
    .filter((row, index) => rows.findIndex(({ id }) => id === row.id) === index)
    .slice(0, RELATED_LIMIT)
}

/** Ids of a site's articles that were imported from a source, by their path there. */
export async function listImported(siteId: string, source: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'importKey'])
    .where('siteId', '=', siteId)
    .where(sql<boolean>`starts_with(import_key, ${`${source}:`})`)
    .execute()
  return new Map(rows.map((row) => [row.importKey?.slice(source.length + 1) ?? '', row.id]))
}

/** The number of articles on a site, published or not. */
export async function countArticles(siteId: string): Promise<number> {
  const row = await db
    .selectFrom('blogPosts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('siteId', '=', siteId)
    .executeTakeFirstOrThrow()
  return row.count
}

const hasTag = (tag: string) => sql<boolean>`tag_keys @> array[${toTagKey(tag)}]::text[]`

function published(siteId: string): SelectQueryBuilder<Tables, 'blogPosts', object> {
  return db.selectFrom('blogPosts').where('siteId', '=', siteId).where('publishedAt', 'is not', null)
}

// The ids of the page first, then their columns: a deep page would otherwise read every text it skips.
async function listPage(siteId: string, page: number, matches: Condition): Promise<ArticlePage> {
  const inList = published(siteId).where(matches)
  const ids = inList
    .select('id')
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  const [counted, articles] = await Promise.all([
    inList.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    db
      .selectFrom(ids.as('listed'))
      .innerJoin('blogPosts', 'blogPosts.id', 'listed.id')
      .select(CARD_COLUMNS)
      .orderBy('blogPosts.publishedAt', 'desc')
      .orderBy('blogPosts.id', 'desc')
      .$narrowType<{ publishedAt: Date }>()
      .execute(),
  ])
  return {
    articles,
    total: counted.total,
    page,
    pageCount: Math.max(1, Math.ceil(counted.total / PAGE_SIZE)),
  }
}
