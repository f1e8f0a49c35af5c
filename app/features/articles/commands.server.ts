import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { BlogPost, NewBlogPost } from '../../db/tables.ts'
import type { Transaction } from '../../platform/database.server.ts'
import { asInstallation } from '../../platform/own-rows.server.ts'
import { dropPages } from '../../platform/page-drops.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createWorkerPool } from '../../platform/worker-pool.server.ts'
import { pick } from '../../shared/pick.ts'
import { noteArticleChange } from '../search-engines/commands.server.ts'
import { articlePath, type ArticleText, pageTagsOfArticle, toSlug, toSlugRoot } from './articles.ts'
import type { MarkdownSource, RenderedMarkdown } from './render-markdown.server.ts'
import { RENDERER_VERSION } from './renderer-version.ts'

export type { RenderedMarkdown } from './render-markdown.server.ts'

const renderers = remember('Markdown renderers', () =>
  createWorkerPool<MarkdownSource, RenderedMarkdown>({
    file: 'app/features/articles/markdown.worker.server.ts',
    timeoutMs: 2000,
    heapMb: 256,
  }),
)

/**
 * Renders an article's Markdown on a thread of its own, in turn with what else the account has rendered; null for the
 * installation's own. Throws DeadlineError for a text that takes over 2 s.
 */
export const renderText = (
  { content, canonicalUrl }: Pick<ArticleText, 'content' | 'canonicalUrl'>,
  accountId: string | null,
): Promise<RenderedMarkdown> => renderers.run({ content, baseUrl: canonicalUrl }, accountId)

const TEXT = ['title', 'content', 'metaDescription', 'author', 'tags', 'keywords', 'canonicalUrl'] as const

/** Columns that a text and its rendering fill in. */
export const toTextColumns = (text: ArticleText, rendered: RenderedMarkdown) => ({
  ...pick(text, TEXT),
  ...toRenderedColumns(rendered),
})

/** Columns that follow from a text alone, as the present renderer makes them. */
export function toRenderedColumns({ html, toc, excerpt, readingMinutes }: RenderedMarkdown) {
  return {
    contentHtml: html,
    toc: JSON.stringify(toc),
    excerpt,
    readingMinutes,
    rendererVersion: RENDERER_VERSION,
  }
}

/** Identifies what readers see of an article: equal hashes, nothing to deliver. */
export function hashText(text: Pick<BlogPost, (typeof TEXT)[number]>): string {
  const shown = TEXT.map((column) => text[column])
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/**
 * Reserves a free slug on a site for each title, in order: the spec's rule, then -1, -2, ... (§5). An address that an
 * article had once is not free for others. Until the transaction ends nobody else gets a slug with the same root, so
 * parallel writers of one title wait for each other.
 */
export async function reserveSlugs(
  trx: Transaction,
  siteId: string,
  wanted: { id: string; title: string; slug?: string }[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const bases = wanted.map((article) => article.slug ?? toSlug(article.title, article.id))
  const roots = [...new Set(bases.map(toSlugRoot))].toSorted() // one order for everyone, so that nobody waits in a circle
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${siteId} || root, 0))
    from unnest(${roots}::text[]) with ordinality as roots(root, place) order by place
  `.execute(trx)
  const takenSlugs = trx
    .selectFrom('blogPosts')
    .select('slug')
    .where('siteId', '=', siteId)
    .where('slugRoot', 'in', roots)
    .where('id', 'not in', wanted.map(({ id }) => id)) // prettier-ignore
  const rows = await asInstallation(trx, () => takenSlugs.execute())
  const taken = new Set(rows.map((row) => row.slug))
  for (;;) {
    const slugs = chooseSlugs(bases, taken)
    const promised = await listPromised(trx, siteId, wanted.map(({ id }, index) => ({ id, slug: slugs[index] ?? '' }))) // prettier-ignore
    if (promised.length === 0) return slugs
    for (const slug of promised) taken.add(slug)
  }
}

function chooseSlugs(bases: string[], taken: Set<string>): string[] {
  const chosen = new Set(taken)
  return bases.map((base) => {
    const slug = firstFree(base, chosen)
    chosen.add(slug)
    return slug
  })
}

/** Of slugs that articles would get, those whose addresses lead to other articles, for good. */
async function listPromised(
  trx: Transaction,
  siteId: string,
  wanted: { id: string; slug: string }[],
): Promise<string[]> {
  const wishes = new Map(wanted.map((wish) => [articlePath(wish), wish]))
  const redirects = trx
    .selectFrom('redirects')
    .select(['path', 'articleId'])
    .where('siteId', '=', siteId)
    .where('path', 'in', [...wishes.keys()])
  const rows = await asInstallation(trx, () => redirects.execute())
  return rows.flatMap(({ path, articleId }) => {
    const wish = wishes.get(path)
    return wish && wish.id !== articleId ? [wish.slug] : []
  })
}

function firstFree(base: string, taken: Set<string>): string {
  if (!taken.has(base)) return base
  let suffix = 1
  while (taken.has(`${base}-${suffix}`)) suffix += 1
  return `${base}-${suffix}`
}

/** Adds an article to a site inside the caller's transaction, with a slug of its own, and drops the pages it belongs on. */
export async function insertArticle(
  trx: Transaction,
  article: Omit<NewBlogPost, 'id' | 'slug'>,
): Promise<{ id: string; slug: string }> {
  const id = uuidv7()
  const [slug = ''] = await reserveSlugs(trx, article.siteId, [{ id, title: article.title }])
  const row = await trx
    .insertInto('blogPosts')
    .values({ ...article, id, slug })
    .returning(['id', 'siteId', 'slug', 'tags', 'author'])
    .executeTakeFirstOrThrow()
  await dropPages(trx, pageTagsOfArticle(row))
  await noteArticleChange(trx, { siteId: article.siteId, after: toSeen({ ...article, slug }) })
  return row
}

/** What search engines see of an article that is written as it is given. */
const toSeen = (article: Omit<NewBlogPost, 'id'>) => ({
  ...pick(article, ['slug', 'title', 'contentHtml']),
  userId: article.userId ?? null,
  metaDescription: article.metaDescription ?? null,
  canonicalUrl: article.canonicalUrl ?? null,
  isNoindex: article.isNoindex ?? false,
  publishedAt: article.publishedAt ?? null,
})

/**
 * Remembers addresses that articles had elsewhere, in the caller's transaction. An address that leads to an article
 * already keeps doing so, and one that is the article's own is nothing to remember.
 */
export async function saveRedirects(
  trx: Transaction,
  articles: { id: string; siteId: string; slug: string; oldPaths: string[] }[],
): Promise<void> {
  const rows = articles.flatMap(({ id, siteId, slug, oldPaths }) =>
    oldPaths
      .filter((path) => path !== articlePath({ slug }))
      .map((path) => ({ siteId, path, articleId: id })),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('redirects')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Gives an article another slug in the caller's transaction: the one wished for by the spec's rule (§5), made unique;
 * the address it had leads to the new one for good. Gives the slug it has now.
 */
export async function moveArticle(
  trx: Transaction,
  article: { id: string; siteId: string; slug: string },
  wish: string,
): Promise<string> {
  const wanted = toSlug(wish, article.id)
  if (wanted === article.slug) return article.slug
  const [slug = article.slug] = await reserveSlugs(trx, article.siteId, [
    { id: article.id, title: wish, slug: wanted },
  ])
  const old = articlePath(article)
  await trx.updateTable('blogPosts').set({ slug }).where('id', '=', article.id).execute()
  await trx
    .deleteFrom('redirects')
    .where('siteId', '=', article.siteId)
    .where('path', 'in', [old, articlePath({ slug })])
    .execute()
  await saveRedirects(trx, [{ id: article.id, siteId: article.siteId, slug, oldPaths: [old] }])
  return slug
}

const COPIED = [
  ...TEXT,
  ...([
    'contentHtml',
    'excerpt',
    'readingMinutes',
    'rendererVersion',
    'userId',
    'imageUrl',
    'lang',
    'publishedAt',
    'updatedAt',
  ] as const),
] as const

const SEEN = [
  ...(['siteId', 'userId', 'slug', 'title', 'metaDescription'] as const),
  ...(['contentHtml', 'canonicalUrl', 'isNoindex', 'publishedAt'] as const),
] as const

/**
 * Shows an article on a hosted site: one copy per site, created or brought up to date in the caller's transaction.
 * The copy names `canonicalUrl` as the original, if any, and keeps its slug for good.
 */
export async function saveCopy(
  trx: Transaction,
  copyOf: { siteId: string; origin: BlogPost; canonicalUrl: string | null; isNoindex: boolean },
): Promise<{ id: string; slug: string }> {
  const { siteId, origin, canonicalUrl, isNoindex } = copyOf
  const shown = { ...pick(origin, COPIED), toc: JSON.stringify(origin.toc), canonicalUrl, isNoindex }
  const before = await trx
    .selectFrom('blogPosts')
    .select(['id', 'tags', 'author', ...SEEN])
    .where('siteId', '=', siteId)
    .where('originId', '=', origin.id)
    .executeTakeFirst()
  if (!before) return insertArticle(trx, { ...shown, siteId, originId: origin.id })
  await trx.updateTable('blogPosts').set(shown).where('id', '=', before.id).execute()
  await dropPages(trx, [...pageTagsOfArticle(before), ...pageTagsOfArticle({ ...before, ...shown })])
  await noteArticleChange(trx, { siteId, before, after: toSeen({ ...shown, siteId, slug: before.slug }) })
  return before
}

/** Takes an article off a hosted site in the caller's transaction; should it come back, then at the same address. */
export async function removeCopy(
  trx: Transaction,
  { siteId, originId }: { siteId: string; originId: string },
): Promise<void> {
  const copy = await trx
    .updateTable('blogPosts')
    .set({ publishedAt: null })
    .where('siteId', '=', siteId)
    .where('originId', '=', originId)
    .returning(['id', 'tags', 'author', ...SEEN])
    .executeTakeFirst()
  if (!copy) return
  await dropPages(trx, pageTagsOfArticle(copy))
  await noteArticleChange(trx, { siteId, before: { ...copy, publishedAt: new Date() } })
}

/** Tells readers, and search engines, of the copies on hosted sites that are deleted in the caller's transaction. */
export async function noteCopiesGone(trx: Transaction, originId: string): Promise<void> {
  const copies = await trx
    .selectFrom('blogPosts')
    .select(['id', 'tags', 'author', ...SEEN])
    .where('originId', '=', originId)
    .execute()
  await dropPages(trx, copies.flatMap(pageTagsOfArticle))
  for (const copy of copies) await noteArticleChange(trx, { siteId: copy.siteId, before: copy })
}
