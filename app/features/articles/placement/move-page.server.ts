import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { SITES_TAG } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { pageTag } from '../articles.ts'
import { insertRedirects } from '../commands.server.ts'
import { isReviewed } from './add-page.server.ts'
import { freePaths, isFull } from './commands.server.ts'
import { type PageAddress, type PageRefusal, parsePagePath } from './placement.ts'
import { ownsSite } from './queries.server.ts'

interface Move {
  articleId: string
  /** The site that it is on from now on; the same one if left out. */
  toSiteId?: string | undefined
  typedPath: string
}

/**
 * Gives a page of one of the operator's sites another address, on this site or on another one of them. The old address
 * redirects to the new one permanently. The same move a second time changes nothing. A published page does not move to a site
 * that asks for a second pair of eyes: there it is published like any other text, after its move.
 */
export async function movePage(
  operator: Operator,
  siteId: string,
  { articleId, typedPath, toSiteId = siteId }: Move,
): Promise<{ ok: true } | Refusal<PageRefusal>> {
  const parsed = parsePagePath(typedPath)
  if (!parsed.ok) return refuse(parsed.reason)
  if (![articleId, toSiteId].every((id) => isUuid(id))) return refuse('not-found')
  const now = { siteId: toSiteId, path: parsed.path }
  return writeAs(operator, async (trx) => {
    for (const id of new Set([siteId, toSiteId]))
      if (!(await ownsSite(trx, operator, id))) return refuse('not-found')
    const page = await lockPage(trx, articleId)
    if (page?.siteId === toSiteId && page.path === now.path) return { ok: true }
    if (page?.siteId !== siteId) return refuse('not-found')
    const refusal =
      (await findRefusal(trx, siteId, now)) ?? (await findMissingReview(trx, operator, { page, toSiteId }))
    if (refusal) return refusal
    await trx.deleteFrom('sitePages').where('articleId', '=', articleId).execute()
    await trx
      .insertInto('sitePages')
      .values({ articleId, ...now })
      .execute()
    await redirect(trx, { ...page, articleId }, now)
    await note(trx, operator, ['updated', page.title])
    const stale = [siteId, toSiteId].map(pageTag.site)
    await invalidatePages(trx, [SITES_TAG, pageTag.article(articleId), ...stale])
    return { ok: true }
  })
}

// No other page is added to the site until the transaction ends.
async function findRefusal(
  trx: Transaction,
  from: string,
  { siteId, path }: PageAddress,
): Promise<Refusal<PageRefusal> | undefined> {
  const isAtLimit = await isFull(trx, siteId)
  if (isAtLimit && siteId !== from) return refuse('too-many')
  await freePaths(trx, siteId, [path])
  const other = trx
    .selectFrom('sitePages')
    .select('path')
    .where('siteId', '=', siteId)
    .where('path', '=', path)
  return (await asInstallation(trx, () => other.executeTakeFirst())) ? refuse('path-taken') : undefined
}

// Nobody has approved a page for the site that it moves to.
async function findMissingReview(
  trx: Transaction,
  operator: Operator,
  { page, toSiteId }: { page: { siteId: string; publishedAt: Date | null }; toSiteId: string },
): Promise<Refusal<PageRefusal> | undefined> {
  if (page.publishedAt === null || page.siteId === toSiteId) return undefined
  return (await isReviewed(trx, operator, toSiteId)) ? refuse('review-needed') : undefined
}

const lockPage = (trx: Transaction, articleId: string) =>
  trx
    .selectFrom('sitePages')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['sitePages.siteId', 'path', 'slug', 'title', 'publishedAt'])
    .where('articleId', '=', articleId)
    .where('deletionAskedAt', 'is', null)
    .forUpdate('blogPosts')
    .executeTakeFirst()

// An address that leads to the page no longer leads away from it.
async function redirect(
  trx: Transaction,
  { articleId, slug, ...old }: { articleId: string; slug: string; siteId: string; path: string },
  now: { siteId: string; path: string },
): Promise<void> {
  for (const { siteId, path } of [old, now])
    await trx
      .deleteFrom('redirects')
      .where('siteId', '=', siteId)
      .where(sql`lower(path)`, '=', path)
      .execute()
  await insertRedirects(trx, [{ id: articleId, siteId: old.siteId, slug, oldPaths: [old.path] }])
}
