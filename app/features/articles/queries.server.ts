import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { db } from '../../platform/database.server.ts'
import { followsPageDrops, onPageDrop } from '../../platform/page-drops.server.ts'
import { prepare } from '../../platform/prepared.server.ts'
import { type Kept, TaggedCache } from '../../platform/tagged-cache.server.ts'
import { pick } from '../../shared/pick.ts'
import {
  type Article,
  type ArticleCard,
  type ArticlePage,
  type ArticleScope,
  type ArticleSource,
  type ArticleWithToc,
  PAGE_SIZE,
  pageTag,
  RELATED_LIMIT,
  type TocEntry,
  toTagKey,
} from './articles.ts'

/** How many of the newest articles are looked at first for related ones. */
const RELATED_AMONG = 200

const TOTALS_BYTES = 4 * 1024 * 1024
const TOTAL_BYTES = 400 // of one number with its names

const PLAIN_CARD_FIELDS = [
  'id', 'slug', 'title', 'metaDescription', 'excerpt', 'author', 'imageUrl', 'publishedAt', 'readingMinutes', 'lang',
] as const // prettier-ignore
const CARD_FIELDS = [...PLAIN_CARD_FIELDS, 'tags'] as const
// Arrays come as JSON: what the store writes for them takes several times as long to read.
const CARD_COLUMNS = [
  ...PLAIN_CARD_FIELDS.map((field) => `blogPosts.${field}` as const),
  sql<string[]>`to_json(blog_posts.tags)`.as('tags'),
]
const ARTICLE_COLUMNS = [
  ...CARD_COLUMNS,
  ...(['blogPosts.canonicalUrl', 'blogPosts.isNoindex', 'blogPosts.updatedAt'] as const),
  sql<string[]>`to_json(blog_posts.keywords)`.as('keywords'),
]

/** One page of a site's published articles, newest first (spec §7). A page beyond the last has no articles. */
export const listLatest = (siteId: string, page: number) => listPage(latest, { siteId, page })

/** Like listLatest, of the articles that carry a tag, compared without case. */
export const listByCategory = (siteId: string, category: string, page: number) =>
  listPage(ofTag, { siteId, value: toTagKey(category), page })

/** Like listLatest, of one author, by exact name. */
export const listByAuthor = (siteId: string, author: string, page: number) =>
  listPage(ofAuthor, { siteId, value: author, page })

/** The newest articles of a site, or of one category or author, with their whole text, for a feed. */
export async function listForFeed(siteId: string, scope: ArticleScope, limit: number): Promise<Article[]> {
  const { category, author } = scope
  return published(siteId)
    .$if(category !== undefined, (query) => query.where(hasTag(toTagKey(category ?? ''))))
    .$if(author !== undefined, (query) => query.where('author', '=', author ?? ''))
    .select([...ARTICLE_COLUMNS, 'contentHtml'])
    .$call((query) => newestFirst(query, limit))
    .$narrowType<{ publishedAt: Date }>()
    .execute()
}

/**
 * A published article of a site by its slug, with up to 3 others that share a tag with it, newest first, padded with
 * the newest of the site (spec §7).
 */
export async function findArticle(
  siteId: string,
  slug: string,
): Promise<{ article: ArticleWithToc; related: ArticleCard[] } | undefined> {
  const [article, ...others] = await withRelated(siteId, slug)
  if (!article) return undefined
  const related = others.map((other) => pick(other, CARD_FIELDS))
  return { article, related: related.length === RELATED_LIMIT ? related : await listRelated(siteId, article) }
}

// Nearly always three of the newest articles are related, so that one round trip fetches the whole page.
const withRelated = prepare((siteId: string, slug: string) =>
  db
    .with('article', () => published(siteId).select(['id', 'tagKeys']).where('slug', '=', slug))
    .with('newest', () => newestFirst(published(siteId).select(['id', 'tagKeys']), RELATED_AMONG))
    .with('shown', (ctes) =>
      ctes
        .selectFrom('article')
        .select(['id', sql<boolean>`false`.as('isRelated')])
        .unionAll((query) =>
          query.parens(
            ctes
              .selectFrom(['newest', 'article'])
              .select(['newest.id', sql<boolean>`true`.as('isRelated')])
              .whereRef('newest.id', '!=', 'article.id')
              .where(sql<boolean>`newest.tag_keys && article.tag_keys`)
              .limit(sql.lit(RELATED_LIMIT)),
          ),
        ),
    )
    .selectFrom('shown')
    .innerJoin('blogPosts', 'blogPosts.id', 'shown.id')
    .select(ARTICLE_COLUMNS)
    // Of the others nobody reads the text: it stays where it is.
    .select(sql<string>`case when not is_related then content_html end`.as('contentHtml'))
    .select(sql<TocEntry[]>`case when not is_related then toc end`.as('toc'))
    .orderBy('shown.isRelated')
    .orderBy('blogPosts.publishedAt', 'desc')
    .orderBy('blogPosts.id', 'desc')
    .$narrowType<{ publishedAt: Date }>(),
)

async function listRelated(siteId: string, article: Article): Promise<ArticleCard[]> {
  const others = published(siteId).select(CARD_COLUMNS).where('id', '!=', article.id)
  const tagKeys = article.tags.map(toTagKey)
  const related = await newestFirst(others, RELATED_LIMIT)
    .where(sql<boolean>`tag_keys && ${tagKeys}::text[]`)
    .$narrowType<{ publishedAt: Date }>()
    .execute()
  if (related.length === RELATED_LIMIT) return related
  // The newest may be the related ones once more: twice the limit always leaves enough others.
  const newest = await newestFirst(others, RELATED_LIMIT * 2)
    .$narrowType<{ publishedAt: Date }>()
    .execute()
  const isNew = ({ id }: ArticleCard) => related.every((card) => card.id !== id)
  return [...related, ...newest.filter(isNew)].slice(0, RELATED_LIMIT)
}

/** The Markdown of a published article of a site by its slug. */
export async function findArticleSource(siteId: string, slug: string): Promise<ArticleSource | undefined> {
  return published(siteId)
    .select(['id', 'slug', 'title', 'content', 'metaDescription', 'author', 'tags', 'canonicalUrl', 'lang'])
    .select(['keywords', 'imageUrl', 'publishedAt', 'updatedAt'])
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

const hasTag = (tagKey: string) => sql<boolean>`tag_keys @> array[${tagKey}]::text[]`

const newestFirst = <Row>(query: SelectQueryBuilder<Tables, 'blogPosts', Row>, limit: number) =>
  query.orderBy('publishedAt', 'desc').orderBy('id', 'desc').limit(sql.lit(limit))

function published(siteId: string): SelectQueryBuilder<Tables, 'blogPosts', object> {
  return db.selectFrom('blogPosts').where('siteId', '=', siteId).where('publishedAt', 'is not', null)
}

const latest = prepareList(pageTag.list, (query) => query)
const ofTag = prepareList(pageTag.category, (query, tagKey) => query.where(hasTag(tagKey)))
const ofAuthor = prepareList(pageTag.author, (query, author) => query.where('author', '=', author))

type PublishedQuery = ReturnType<typeof published>

function prepareList(
  toTag: (siteId: string, value: string) => string,
  narrow: (query: PublishedQuery, value: string) => PublishedQuery,
) {
  return {
    toTag,
    count: prepare((siteId: string, value: string) =>
      narrow(published(siteId), value).select(sql<number>`count(*)::int`.as('total')),
    ),
    // The ids of the page first, then their columns: a deep page would otherwise read every text it skips.
    page: prepare((siteId: string, value: string, offset: number) =>
      db
        .selectFrom(
          newestFirst(narrow(published(siteId), value).select('id'), PAGE_SIZE)
            .offset(offset)
            .as('listed'),
        )
        .innerJoin('blogPosts', 'blogPosts.id', 'listed.id')
        .select(CARD_COLUMNS)
        .orderBy('blogPosts.publishedAt', 'desc')
        .orderBy('blogPosts.id', 'desc')
        .$narrowType<{ publishedAt: Date }>(),
    ),
  }
}

interface ListAddress {
  siteId: string
  /** Of what the list is: a tag's key or an author; a site's own list is of nothing. */
  value?: string
  page: number
}

type PreparedList = ReturnType<typeof prepareList>

async function listPage(list: PreparedList, address: ListAddress): Promise<ArticlePage> {
  const { siteId, value = '', page } = address
  const [total, articles] = await Promise.all([
    countListed(list, siteId, value),
    list.page(siteId, value, (page - 1) * PAGE_SIZE),
  ])
  return { articles, total, page, pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)) }
}

const totals = new TaggedCache<Kept & { total: number }>({ maxBytes: TOTALS_BYTES })
onPageDrop('totals', (tags) => totals.drop(tags))

// Counting is the dearest part of a page of a long list, and every page of the list shows the same number.
async function countListed(list: PreparedList, siteId: string, value: string): Promise<number> {
  const count = async () => (await list.count(siteId, value))[0]?.total ?? 0
  if (!followsPageDrops()) return count()
  const tag = list.toTag(siteId, value)
  const tags = new Set([tag, pageTag.site(siteId)])
  const kept = await totals.load(tag, async () => ({
    total: await count(),
    tags,
    isKept: true,
    bytes: TOTAL_BYTES,
  }))
  return kept.total
}
