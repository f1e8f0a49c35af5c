import { type ArticleText, FIELD_NAMES } from './fields/fields.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Updateable } from 'kysely'
import type { BlogPost, BlogPostsTable, NewBlogPost } from '../../db/tables.ts'
import type { RevisionCause } from '../../db/writing-tables.ts'
import { db, type Transaction } from '../../platform/store/database.server.ts'
import { asInstallation } from '../../platform/own-rows.server.ts'
import { invalidatePages } from '../../platform/web/page-invalidation.server.ts'
import { singleton } from '../../platform/singleton.server.ts'
import { createWorkerPool } from '../../platform/work/worker-pool.server.ts'
import { pick } from '../../shared/pick.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'
import { articlePath, pageTagsOfArticle, pageTagsOfTagging, toSlug, toSlugRoot } from './articles.ts'
import { recordArticleChange } from './page-changes.server.ts'
import { findPageSites, isListed, isOnSite, isTakingNames } from './queries.server.ts'
import { toImageUrl } from './pictures/pictures.ts'
import { insertArticleRevision, insertTagRevisions } from './revisions/commands.server.ts'
import { type TaggedState, toArticleState } from './revisions/queries.server.ts'
import { type MarkdownSource, type RenderedMarkdown, RENDERER_VERSION } from './markdown/markdown.ts'

export { resolveTranslation, type TranslationRefusal } from './resolve-translation.server.ts'

const renderers = singleton('Markdown renderers', () =>
  createWorkerPool<MarkdownSource, RenderedMarkdown>({
    file: 'app/features/articles/markdown/markdown.worker.server.ts',
    timeoutMs: 2000,
    heapMb: 256,
  }),
)

/**
 * Renders an article's Markdown on a worker thread, one text at a time for each account. An `accountId` of null means
 * the installation itself, without that limit. Throws DeadlineError for a text that takes over 2 s.
 */
export const renderText = (
  { content, canonicalUrl, lang }: Pick<BlogPost, 'content' | 'canonicalUrl' | 'lang'>,
  accountId: string | null,
): Promise<RenderedMarkdown> => renderers.run({ content, baseUrl: canonicalUrl, lang }, accountId)

/** Returns the columns of a text, of its rendering, and of its cover. */
export const toTextColumns = (text: ArticleText, rendered: RenderedMarkdown) => ({
  ...pick(text, FIELD_NAMES),
  ...toRenderedColumns(rendered),
  imageUrl: toImageUrl(text.cover, rendered.html),
})

/** Returns the columns that the present renderer makes from a text. */
export function toRenderedColumns({ html, toc, excerpt, readingMinutes }: RenderedMarkdown) {
  return {
    contentHtml: html,
    toc: JSON.stringify(toc),
    excerpt,
    readingMinutes,
    rendererVersion: RENDERER_VERSION,
  }
}

interface Unnamed {
  id: string
  title: string
  /** The preferred slug; if it is taken, or not set, the slug is made from the title. */
  slug?: string
}

/**
 * Reserves a free slug on a site for each article: the spec's rule, then -1, -2, ... (§5). An old URL of another
 * article is not free. Slugs with the same root are locked until the transaction ends. So parallel writers of one title
 * wait for each other. An article without a site shares the slugs of the main site, where it may be placed later.
 * Returns the articles with their slugs, in order.
 */
export async function reserveSlugs<Article extends Unnamed>(
  trx: Transaction,
  siteId: string | null,
  articles: Article[],
): Promise<(Article & { slug: string })[]> {
  if (articles.length === 0) return []
  const addressed = siteId ?? MAIN_SITE_ID
  const roots = [...new Set(articles.map(toBaseSlug).map(toSlugRoot))].toSorted() // a fixed order prevents deadlocks
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${addressed} || root, 0))
    from unnest(${roots}::text[]) with ordinality as roots(root, ordinal) order by ordinal
  `.execute(trx)
  const takenSlugs = trx
    .selectFrom('blogPosts')
    .select('slug')
    .where(isOnSite(addressed))
    .where('slugRoot', 'in', roots)
    .where(isTakingNames)
    .where(
      'id',
      'not in',
      articles.map(({ id }) => id),
    )
  const rows = await asInstallation(trx, () => takenSlugs.execute())
  const taken = new Set(rows.map((row) => row.slug))
  for (;;) {
    const named = chooseSlugs(articles, taken)
    const redirected = await listRedirected(trx, addressed, named)
    if (redirected.length === 0) return named
    for (const slug of redirected) taken.add(slug)
  }
}

const toBaseSlug = ({ id, title, slug }: Unnamed) => slug ?? toSlug(title, id)

function chooseSlugs<Article extends Unnamed>(articles: Article[], taken: Set<string>) {
  const unavailable = new Set(taken)
  return articles.map((article) => {
    const slug = findFreeSlug(toBaseSlug(article), unavailable)
    unavailable.add(slug)
    return { ...article, slug }
  })
}

/** Returns the slugs whose paths already redirect to other articles. */
async function listRedirected(
  trx: Transaction,
  siteId: string,
  articles: { id: string; slug: string }[],
): Promise<string[]> {
  const byPath = new Map(articles.map((article) => [articlePath(article), article]))
  const redirects = trx
    .selectFrom('redirects')
    .select(['path', 'articleId'])
    .where('siteId', '=', siteId)
    .where('path', 'in', [...byPath.keys()])
  const rows = await asInstallation(trx, () => redirects.execute())
  return rows.flatMap(({ path, articleId }) => {
    const article = byPath.get(path)
    return article && article.id !== articleId ? [article.slug] : []
  })
}

function findFreeSlug(base: string, taken: Set<string>): string {
  if (!taken.has(base)) return base
  let suffix = 1
  while (taken.has(`${base}-${suffix}`)) suffix += 1
  return `${base}-${suffix}`
}

/**
 * Adds an article to a site in the caller's transaction, and drops the pages that should show it. It gets its `slug`,
 * with a suffix if another article has that. Without a `slug` it gets one made from the title.
 */
export async function insertArticle(
  trx: Transaction,
  article: Omit<NewBlogPost, 'id' | 'slug' | 'siteId'> & { siteId: string | null; slug?: string },
): Promise<{ id: string; slug: string }> {
  const id = toId(article.draftId ?? article.originId)
  const named = await reserveSlugs(trx, article.siteId, [{ ...article, id }])
  const row = await trx
    .insertInto('blogPosts')
    .values(named)
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await followChange(trx, undefined, toShown({ ...article, ...row }))
  return row
}

// The cover is drawn from the end of the id. So an article has the drawing of its draft, and a copy that of its original.
const toId = (from: string | null | undefined) => uuidv7().slice(0, -SEED) + (from ?? uuidv7()).slice(-SEED)
const SEED = 8

/** The columns that decide which pages show a row, and what search engines see of it. */
export const SHOWN_COLUMNS = [
  ...(['id', 'siteId', 'userId', 'slug', 'title', 'metaDescription', 'author', 'tags'] as const),
  ...(['contentHtml', 'canonicalUrl', 'isNoindex', 'publishedAt'] as const),
] as const
type Shown = Pick<BlogPost, (typeof SHOWN_COLUMNS)[number]>

// The same columns of a row before it is written. Columns left out get their defaults.
const toShown = (
  row: Pick<NewBlogPost, 'id' | 'slug' | 'title' | 'author' | 'contentHtml'> & Partial<Shown>,
): Shown => ({
  siteId: null,
  userId: null,
  metaDescription: null,
  canonicalUrl: null,
  tags: [],
  isNoindex: false,
  publishedAt: null,
  ...row,
})

/**
 * Drops the pages that showed a row or should show it now. Records them for search engines. Runs in the transaction
 * that changes the row. `before` is undefined for a new row, `after` for one that no reader finds any more.
 */
export async function followChange(
  trx: Transaction,
  before: Shown | undefined,
  after: Shown | undefined,
): Promise<void> {
  const rows = [before, after].filter((row) => row !== undefined)
  await invalidatePages(trx, rows.flatMap(pageTagsOfArticle))
  if (before && after && before.siteId === after.siteId)
    return recordArticleChange(trx, { siteId: after.siteId, before, after })
  if (before) await recordArticleChange(trx, { siteId: before.siteId, before })
  if (after) await recordArticleChange(trx, { siteId: after.siteId, after })
}

/** New values of columns of an article. */
interface ArticleChange extends Updateable<BlogPostsTable> {
  /** The cause of its new revision. */
  cause?: RevisionCause
  /** True if search engines get no notice of the change, as of an import (decision 27). */
  isUnnoticed?: boolean
}

/**
 * Changes columns of an article in the caller's transaction. Stores its new state as a revision with its cause. Drops
 * the pages that showed it or should show it, and records them for search engines. Returns the article as it is now.
 */
export async function updateArticle(
  trx: Transaction,
  before: BlogPost,
  { cause, isUnnoticed = false, ...changes }: ArticleChange,
): Promise<BlogPost> {
  const after = await trx
    .updateTable('blogPosts')
    .set(changes)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertArticleRevision(trx, toArticleState(before), { ...toArticleState(after), cause })
  if (isUnnoticed) await invalidatePages(trx, [before, after].flatMap(pageTagsOfArticle))
  else await followChange(trx, before, after)
  return after
}

/** A published article, and its new tags. */
interface Tagging extends Pick<BlogPost, 'id' | 'siteId' | 'author' | 'tags' | 'updatedAt'> {
  wanted: string[]
}

/**
 * Changes the tags of published articles in the caller's transaction, as `updateArticle` does for one, in a few
 * statements; some hundreds at most. Returns the hash of each new state.
 */
export async function tagArticles(trx: Transaction, articles: Tagging[]): Promise<TaggedState[]> {
  await sql`
    update blog_posts set tags = tagging.wanted, updated_at = ${new Date()}
    from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) as tagging (id uuid, wanted text[])
    where blog_posts.id = tagging.id
  `.execute(trx)
  await invalidatePages(
    trx,
    articles.flatMap((article) => pageTagsOfTagging(article, article.wanted)),
  )
  return insertTagRevisions(trx, articles)
}

/**
 * Saves old paths of articles as redirects, in the caller's transaction. A path that already redirects to an article
 * stays as it is. An article's present path is left out. Returns the paths that redirect to the articles since.
 */
export async function insertRedirects(
  trx: Transaction,
  articles: { id: string; siteId: string | null; slug: string; oldPaths: string[] }[],
): Promise<string[]> {
  const moved = articles.flatMap(({ id, siteId, slug, oldPaths }) =>
    oldPaths
      .filter((path) => path !== articlePath({ slug }))
      .map((path) => ({ siteId, path, articleId: id })),
  )
  if (moved.length === 0) return []
  const homes = await findPageSites(
    trx,
    moved.flatMap(({ siteId, articleId }) => (siteId === null ? [articleId] : [])),
  )
  const rows = moved.map(({ siteId, ...row }) => ({
    ...row,
    siteId: siteId ?? homes.get(row.articleId) ?? MAIN_SITE_ID,
  }))
  const saved = await trx
    .insertInto('redirects')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('path')
    .execute()
  return saved.map(({ path }) => path)
}

/**
 * Changes the slug of an article in the caller's transaction: the spec's rule (§5) on `typed`, made unique. The old
 * path redirects to the new one permanently. Returns the article as it is now.
 */
export async function moveArticle(trx: Transaction, article: BlogPost, typed: string): Promise<BlogPost> {
  const wanted = toSlug(typed, article.id)
  if (wanted === article.slug) return article
  const [{ slug } = article] = await reserveSlugs(trx, article.siteId, [{ ...article, slug: wanted }])
  const old = articlePath(article)
  const moved = await updateArticle(trx, article, { slug })
  await trx
    .deleteFrom('redirects')
    .where('siteId', '=', article.siteId ?? MAIN_SITE_ID)
    .where('path', 'in', [old, articlePath({ slug })])
    .execute()
  await insertRedirects(trx, [{ id: article.id, siteId: article.siteId, slug, oldPaths: [old] }])
  return moved
}

/**
 * Takes back the deletion of an article in the caller's transaction. Its slug gets a number if another article has it by
 * now. Returns the article, which is still unpublished.
 */
export async function undelete(trx: Transaction, article: BlogPost): Promise<BlogPost> {
  const [named = article] = await reserveSlugs(trx, article.siteId, [article])
  const importedAgain = sql`exists (select from blog_posts as others where others.id <> blog_posts.id
    and others.user_id = blog_posts.user_id and others.import_key = blog_posts.import_key)`
  await sql`
    update blog_posts set slug = ${named.slug}, deletion_asked_at = null,
      import_key = case when ${importedAgain} then null else import_key end
    where id = ${article.id}
  `.execute(trx)
  return { ...named, deletionAskedAt: null }
}

const PURGED_AT_ONCE = 100 // each has copies, deliveries and revisions, which go with it

/**
 * Deletes the articles whose deletion was requested more than an hour ago, with their working copies, once no site has
 * them any more. Until then the deletion can be undone.
 */
export async function purgeDeleted(): Promise<void> {
  const isDue = sql`deletion_asked_at < now() - interval '1 hour' and not ${isListed}`
  for (;;) {
    const { rows } = await sql`
      with purged as (
        delete from blog_posts
        where id in (select id from blog_posts where ${isDue} limit ${PURGED_AT_ONCE}) and ${isDue}
        returning id, user_id
      ), without as (
        delete from drafts using purged where drafts.user_id = purged.user_id and drafts.id = purged.id
      )
      select id from purged
    `.execute(db)
    if (rows.length < PURGED_AT_ONCE) return
  }
}
