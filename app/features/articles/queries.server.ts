import { FIELD_NAMES } from './fields/fields.ts'
import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/store/database.server.ts'
import { prepare } from '../../platform/store/prepared.server.ts'
import { createTaggedMemory } from '../../platform/web/tagged-memory.server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'
import {
  type Article,
  type ArticlePage,
  type ArticleScope,
  type ArticleSource,
  PAGE_SIZE,
  pageTag,
  toOldPath,
  articlePath,
  toTagKey,
} from './articles.ts'
import { findByOldPath, type OldAddressTarget } from './find-by-old-path.server.ts'
import {
  ARTICLE_COLUMNS,
  CARD_COLUMNS,
  newestFirst,
  published,
  withMarkedLinks,
} from './select-published.server.ts'

export { findArticle, selectArticle, toFoundArticle } from './find-article.server.ts'
export { findByOldPath, toMovedTags } from './find-by-old-path.server.ts'
export { linkTranslations, translationPagesIfAny } from './list-translations.server.ts'
export { ARTICLE_COLUMNS, CARD_COLUMNS } from './select-published.server.ts'

/** Returns one page of a site's published articles, newest first (spec §7). A page beyond the last is empty. */
export const listLatest = (siteId: string, page: number) => listPage(latest, { siteId, page })

/** Returns the same as listLatest for the articles with a tag, or with any of those in the scope of a category. */
export const listByCategory = (siteId: string, scope: CategoryScope, page: number) =>
  listPage(scope.tags ? ofTags : ofTag, { siteId, value: toTagKeys(scope), page })

type CategoryScope = ArticleScope & { category: string }
const toTagKeys = ({ category, tags }: CategoryScope) => tags?.join(APART) ?? toTagKey(category)
const APART = '\n' // no tag has one

/** Returns the same as listLatest for one author, by exact name; an article may have others too. */
export const listByAuthor = (siteId: string, author: string, page: number) =>
  listPage(ofAuthor, { siteId, value: author, page })

/** Returns the newest articles of a site, or of one category or author, with their whole text, for a feed. */
export async function listForFeed(siteId: string, scope: ArticleScope, limit: number): Promise<Article[]> {
  const articles = await narrowTo(published(siteId), scope)
    .select([...ARTICLE_COLUMNS, 'contentHtml'])
    .$call((query) => newestFirst(query, limit))
    .$narrowType<{ publishedAt: Date }>()
    .execute()
  return articles.map(withMarkedLinks)
}

/** Returns the Markdown of a published article of a site by its slug. */
export async function findArticleSource(siteId: string, slug: string): Promise<ArticleSource | undefined> {
  return published(siteId)
    .select(['id', 'slug', 'imageUrl', 'publishedAt', 'updatedAt'])
    .select(FIELD_NAMES)
    .where('slug', '=', slug)
    .$narrowType<{ publishedAt: Date }>()
    .executeTakeFirst()
}

/** Returns the slug of a published article of a site by its id; also undefined for an id that is not a UUID. */
export async function findSlugById(siteId: string, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const row = await published(siteId).select('slug').where('id', '=', id).executeTakeFirst()
  return row?.slug
}

/** Returns the published article of a site that an id names, or that the old path of a URL redirects to. */
export async function findMovedArticle(
  siteId: string,
  name: string,
  url: string,
): Promise<OldAddressTarget | undefined> {
  const slug = await findSlugById(siteId, name)
  if (slug) return { id: name.toLowerCase(), slug, path: articlePath({ slug }) }
  const path = toOldPath(url)
  return path ? findByOldPath(siteId, path) : undefined
}

/** Returns the sites of those articles that are pages, such as About, by the id of the article. */
export async function findPageSites(trx: Transaction, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('sitePages')
    .select(['articleId', 'siteId'])
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ articleId, siteId }) => [articleId, siteId]))
}

/** Returns the ids of a site's articles that were imported from a source, by their path there. */
export async function listImported(siteId: string, source: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('blogPosts')
    .select(['id', 'importKey'])
    .where(isOnSite(siteId))
    .where('deletionAskedAt', 'is', null)
    .where(sql<boolean>`starts_with(import_key, ${`${source}:`})`)
    .$narrowType<{ importKey: string }>()
    .execute()
  return new Map(rows.map((row) => [row.importKey.slice(source.length + 1), row.id]))
}

/**
 * Returns the condition that an article belongs to a site, published or not. Articles without a site belong to the main
 * site. These are drafts, and articles that are on other sites only.
 */
export const isOnSite = (siteId: string) =>
  siteId === MAIN_SITE_ID
    ? sql<boolean>`(blog_posts.site_id = ${siteId} or blog_posts.site_id is null)`
    : sql<boolean>`blog_posts.site_id = ${siteId}`

/**
 * The SQL condition that the owner's lists show an article: it is not deleted, or a site still has it. A deleted article
 * stays for an hour, in which the deletion can be undone.
 */
export const isListed = sql<boolean>`(deletion_asked_at is null or exists (
  select from deliveries where article_id = blog_posts.id and state <> 'removed'))`

/**
 * The SQL condition that other articles cannot have the slug and the import key of an article. A deleted article of the
 * main site is on no site, so it gives them away. One that was imported into a hosted site keeps them until it is gone.
 */
export const isTakingNames = sql<boolean>`(deletion_asked_at is null or blog_posts.site_id is not null)`

/** The SQL condition that a draft is not the working copy of a deleted article, which only the undo brings back. */
export const isOfNoDeleted = sql<boolean>`not exists (
  select from blog_posts where blog_posts.id = drafts.id and deletion_asked_at is not null)`

/** Returns the number of articles that belong to a site, published or not. */
export async function countArticles(siteId: string): Promise<number> {
  const row = await db
    .selectFrom('blogPosts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOnSite(siteId))
    .executeTakeFirstOrThrow()
  return row.count
}

const hasTag = (tagKey: string) => sql<boolean>`tag_keys @> array[${tagKey}]::text[]`

const hasOneOf = (tagKeys: string) => sql<boolean>`tag_keys && string_to_array(${tagKeys}, ${APART})`

const isBy = (author: string) => sql<boolean>`author_names @> array[${author}]::text[]`

function narrowTo(query: PublishedQuery, { category, tags, author }: ArticleScope): PublishedQuery {
  const has = tags ? hasOneOf : hasTag
  const tagged = category === undefined ? query : query.where(has(toTagKeys({ category, tags })))
  return author === undefined ? tagged : tagged.where(isBy(author))
}

const latest = prepareList(pageTag.list, (query) => query)
const ofTag = prepareList(pageTag.category, (query, tagKey) => query.where(hasTag(tagKey)))
const ofTags = prepareList(pageTag.category, (query, tagKeys) => query.where(hasOneOf(tagKeys)))
const ofAuthor = prepareList(pageTag.author, (query, author) => query.where(isBy(author)))

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
    // The ids of the page are read first, then their columns. Otherwise a deep page would read every text that it
    // skips.
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

type PreparedList = ReturnType<typeof prepareList>

// The value is the keys of tags or the author; the list of the whole site has none.
async function listPage(
  list: PreparedList,
  { siteId, value = '', page }: { siteId: string; value?: string; page: number },
): Promise<ArticlePage> {
  const [total, articles] = await Promise.all([
    countListed(list, siteId, value),
    list.page(siteId, value, (page - 1) * PAGE_SIZE),
  ])
  return { articles, total, page, pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)) }
}

const keepTotal = createTaggedMemory<number>('totals', {
  maxBytes: 4 * 1024 * 1024,
  bytes: 400, // one number and its place in memory
})

// Kept, because counting is the slowest part of a page of a long list. Every page of the list shows the same number.
function countListed(list: PreparedList, siteId: string, value: string): Promise<number> {
  const tags = value.split(APART).map((one) => list.toTag(siteId, one))
  return keepTotal(list.toTag(siteId, value), [...tags, pageTag.site(siteId)], async () => {
    const [{ total } = { total: 0 }] = await list.count(siteId, value)
    return total
  })
}
