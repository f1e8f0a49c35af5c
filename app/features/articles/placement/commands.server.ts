import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import { asInstallation } from '../../../platform/own-rows.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { pick } from '../../../shared/pick.ts'
import { MAIN_SITE_ID, SITES_TAG } from '../../../shared/sites.ts'
import { pageTag, pageTagsOfTagging } from '../articles.ts'
import { followChange, insertArticle, SHOWN_COLUMNS } from '../commands.server.ts'
import { FIELD_NAMES } from '../fields/fields.ts'
import { PAGE_LIMIT, type PageAddress, parsePagePath } from './placement.ts'
import { ownsSite } from './queries.server.ts'
import { type TaggedState, toTaggedRows } from '../revisions/queries.server.ts'

/**
 * Places published articles on the main site, or removes them from it, in the caller's transaction. A trigger updates
 * their deliveries. Returns the ids of the articles that changed.
 */
export async function placeOnMainSite(
  trx: Transaction,
  articleIds: string[],
  isPlaced: boolean,
): Promise<string[]> {
  if (articleIds.length === 0) return []
  const [from, to] = isPlaced ? [null, MAIN_SITE_ID] : [MAIN_SITE_ID, null]
  const rows = await trx
    .updateTable('blogPosts')
    .set({ siteId: to })
    .where('id', 'in', articleIds)
    .where('siteId', from === null ? 'is' : '=', from)
    .where('publishedAt', 'is not', null)
    .returning(SHOWN_COLUMNS)
    .execute()
  for (const row of rows) await followChange(trx, { ...row, siteId: from }, row)
  return rows.map(({ id }) => id)
}

const COPIED = [
  ...FIELD_NAMES.filter((name) => name !== 'translationOf'), // it is found through the original
  ...(['contentHtml', 'excerpt', 'readingMinutes', 'rendererVersion', 'userId'] as const),
  ...(['imageUrl', 'publishedAt', 'updatedAt'] as const),
] as const

/**
 * Creates the copy of an article on a hosted site, or updates it, in the caller's transaction. There is one copy per
 * site. It names `canonicalUrl` as the original, if any. A new copy gets the article's slug, made unique on the site.
 * The slug never changes.
 */
export async function saveCopy(
  trx: Transaction,
  copyOf: { siteId: string; origin: BlogPost; canonicalUrl: string | null; isNoindex: boolean },
): Promise<{ id: string; slug: string }> {
  const { siteId, origin, canonicalUrl, isNoindex } = copyOf
  const shown = { ...pick(origin, COPIED), toc: JSON.stringify(origin.toc), canonicalUrl, isNoindex }
  const before = await trx
    .selectFrom('blogPosts')
    .select(SHOWN_COLUMNS)
    .where('siteId', '=', siteId)
    .where('originId', '=', origin.id)
    .executeTakeFirst()
  if (!before) return insertArticle(trx, { ...shown, slug: origin.slug, siteId, originId: origin.id })
  await trx.updateTable('blogPosts').set(shown).where('id', '=', before.id).execute()
  await followChange(trx, before, { ...before, ...shown })
  return before
}

/**
 * Gives the copies of articles on hosted sites the new tags of the articles, in the caller's transaction. Leaves out a
 * site that does not have what it should have. The others have the new state then, except those that get a variation.
 */
export async function tagCopies(trx: Transaction, tagged: TaggedState[]): Promise<void> {
  const { rows } = await sql<Parameters<typeof pageTagsOfTagging>[0] & { wanted: string[] }>`
    with copied as (
      update blog_posts as copies set tags = origins.tags, updated_at = origins.updated_at
      from ${toTaggedRows(tagged)}, blog_posts as origins, blog_posts as earlier, deliveries, target_sites
      where origins.id = tagged.article_id and copies.origin_id = origins.id and earlier.id = copies.id
        and copies.published_at is not null and target_sites.id = copies.site_id and target_sites.is_active
        and deliveries.article_id = origins.id and deliveries.site_id = copies.site_id
        and deliveries.state = 'delivered' and wanted_hash = delivered_hash
      returning copies.id, copies.site_id, copies.author, earlier.tags, copies.tags as wanted, tagged.hash,
        deliveries.id as delivery_id
    ), settled as (
      update deliveries set wanted_hash = hash, delivered_hash = hash, orders = orders + 1, attempted_at = now()
      from copied where deliveries.id = delivery_id and not varies
    )
    select * from copied
  `.execute(trx)
  await invalidatePages(
    trx,
    rows.flatMap((copy) => pageTagsOfTagging(copy, copy.wanted)),
  )
}

/** Unpublishes the copy on a hosted site in the caller's transaction. The row stays, and keeps its slug. */
export async function removeCopy(
  trx: Transaction,
  { siteId, originId }: { siteId: string; originId: string },
): Promise<void> {
  const copy = await trx
    .updateTable('blogPosts')
    .set({ publishedAt: null })
    .where('siteId', '=', siteId)
    .where('originId', '=', originId)
    .returning(SHOWN_COLUMNS)
    .executeTakeFirst()
  if (copy) await followChange(trx, { ...copy, publishedAt: new Date() }, undefined)
}

/**
 * Invalidates the pages of an article's copies before the caller's transaction deletes them; records them for search
 * engines.
 */
export async function recordCopiesRemoval(trx: Transaction, originId: string): Promise<void> {
  const copies = await trx
    .selectFrom('blogPosts')
    .select(SHOWN_COLUMNS)
    .where('originId', '=', originId)
    .execute()
  for (const copy of copies) await followChange(trx, copy, undefined)
}

/**
 * Unpublishes the articles that are on no site without this one, in the transaction that removes the site: also those that are
 * its pages. They are on no list, and their texts stay the same. So there is nothing to invalidate, and no revision.
 */
export async function unpublishWithout(trx: Transaction, siteId: string): Promise<void> {
  await sql`
    update blog_posts set published_at = null
    where blog_posts.site_id is null and published_at is not null and id in (
        select article_id from deliveries where site_id = ${siteId} and wanted_hash is not null
        union select article_id from site_pages where site_id = ${siteId})
      and not exists (select from deliveries
        where article_id = blog_posts.id and deliveries.site_id <> ${siteId} and wanted_hash is not null)
      and not exists (select from site_pages where article_id = blog_posts.id and site_pages.site_id <> ${siteId})
  `.execute(trx)
}

/** Lets no other transaction add a page to a site until this one ends. */
const lockPages = (trx: Transaction, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pages ${siteId}`}, 0))`.execute(trx)

/**
 * Returns true if a site has all pages that it may have, without deleted ones. Every process keeps their paths in memory.
 * Pages of the site are locked.
 */
export async function isFull(trx: Transaction, siteId: string): Promise<boolean> {
  await lockPages(trx, siteId)
  const { count } = await selectPages(trx, siteId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count >= PAGE_LIMIT.pages
}

const selectPages = (trx: Transaction, siteId: string) =>
  trx
    .selectFrom('sitePages')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .where('sitePages.siteId', '=', siteId)
    .where('deletionAskedAt', 'is', null)

/**
 * Takes paths of a site from deleted pages, which only wait for the undo of their deletion. The caller has locked the pages
 * of the site.
 */
export async function freePaths(trx: Transaction, siteId: string, paths: string[]): Promise<void> {
  const deleted = trx.selectFrom('blogPosts').select('id').where('deletionAskedAt', 'is not', null)
  const waiting = trx
    .deleteFrom('sitePages')
    .where('siteId', '=', siteId)
    .where('path', 'in', paths)
    .where('articleId', 'in', deleted)
  await asInstallation(trx, () => waiting.execute())
}

/**
 * Gives a page its address again before its deletion is taken back. Returns false if another page has it by now, if the site
 * has no room, or if the account does not own the site any more. Then the article is no page.
 */
export const returnPage = (
  trx: Transaction,
  operator: { id: string },
  page: PageAddress & { articleId: string },
): Promise<boolean> =>
  asInstallation(trx, async () => {
    const { articleId, siteId, path } = page
    await lockPages(trx, siteId)
    await trx.deleteFrom('sitePages').where('articleId', '=', articleId).execute()
    if (!(await ownsSite(trx, operator, siteId)) || (await isFull(trx, siteId))) return false
    await freePaths(trx, siteId, [path])
    const added = await trx
      .insertInto('sitePages')
      .values({ articleId, siteId, path })
      .onConflict((conflict) => conflict.columns(['siteId', 'path']).doNothing())
      .executeTakeFirst()
    await invalidatePages(trx, [SITES_TAG, pageTag.site(siteId)])
    return added.numInsertedOrUpdatedRows === 1n
  })

/**
 * Returns the paths that articles get as new pages of a site, by their ids, in the transaction that adds them. An article
 * whose path another page has, or for which the site has no room, is not among them. Pages of the site are locked.
 */
export async function reservePagePaths(
  trx: Transaction,
  siteId: string,
  articles: { id: string; page: string | undefined }[],
): Promise<Map<string, string>> {
  const wanted = articles.flatMap(({ id, page = '' }) => {
    const parsed = parsePagePath(page)
    return parsed.ok ? [{ id, path: parsed.path }] : []
  })
  if (wanted.length === 0) return new Map()
  await lockPages(trx, siteId)
  await freePaths(
    trx,
    siteId,
    wanted.map(({ path }) => path),
  )
  const rows = await selectPages(trx, siteId).select('path').execute()
  const taken = new Set(rows.map(({ path }) => path))
  const reserved = new Map<string, string>()
  for (const { id, path } of wanted) {
    if (taken.has(path) || taken.size >= PAGE_LIMIT.pages) continue
    taken.add(path)
    reserved.set(id, path)
  }
  return reserved
}

/** Makes articles without a site pages of one, at the paths that were reserved for them. */
export async function insertPages(
  trx: Transaction,
  siteId: string | undefined,
  paths: Map<string, string>,
): Promise<void> {
  if (siteId === undefined || paths.size === 0) return
  const rows = [...paths].map(([articleId, path]) => ({ articleId, siteId, path }))
  await trx.insertInto('sitePages').values(rows).execute()
  await invalidatePages(trx, [SITES_TAG, pageTag.site(siteId)])
}
