import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type KeptArticle, type KeptReason, SHOWN } from './imports.ts'

const isDraft = sql`exists (
  select from drafts where drafts.user_id = blog_posts.user_id and drafts.id = blog_posts.id)`

const isOnOtherSite = sql`exists (
  select from deliveries where article_id = blog_posts.id and wanted_hash is not null
    and not coalesce(runs.input->'siteIds', ${JSON.stringify([MAIN_SITE_ID])}::jsonb) ? deliveries.site_id::text)`

/**
 * The SQL expression for what was done with an imported article since its import, as a `KeptReason`; null for nothing. The
 * import itself, and the run that fetches its pictures, store revisions with causes of their own.
 */
export const touch = sql<KeptReason | null>`case
  when ${isDraft} then 'begun'
  when outcome = 'updated' then case
    when replaced is null then 'unknown'
    when planned_for is not null then 'planned'
    when exists (
      select from revisions where article_id = blog_posts.id and site_id is null and cause <> 'import-pictures'
        and number > (replaced->'after'->>'revision')::int
    ) then 'edited'
    when published_at is distinct from (replaced->'after'->>'publishedAt')::timestamptz then 'published'
  end
  when exists (
    select from revisions where article_id = blog_posts.id and site_id is null
      and cause not in ('import', 'import-pictures')
  ) then 'edited'
  when exists (
    select from plans where plans.article_id = blog_posts.id and due_at is distinct from planned_for
  ) then 'planned'
  when published_at is not null and (as_drafts or not is_public) then 'published'
  when ${isOnOtherSite} then 'sent'
end`

// A run that took the import back may have kept others, too.
const why = sql<KeptReason | null>`coalesce(${touch}, (
  select result->>'reason' from run_items where run_id = imports.run_id and item_id = blog_posts.id::text))`

/** Selects the articles that an import created or updated, and that are still there, in the order of their ids. */
const selectThere = (trx: Transaction, operator: Operator, importId: string) =>
  trx
    .selectFrom('importRecords')
    .innerJoin('imports', 'imports.id', 'importId')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .leftJoin('runs', 'runs.id', 'runId')
    .where('importId', '=', importId)
    .where('outcome', 'in', ['created', 'updated'])
    .where(isOwn(operator, 'blogPosts.userId'))
    .where('deletionAskedAt', 'is', null)

/** Lists the first articles that stay if an import is taken back, each with the reason. */
export const listKept = (trx: Transaction, operator: Operator, importId: string): Promise<KeptArticle[]> =>
  selectThere(trx, operator, importId)
    .select(['blogPosts.id', 'blogPosts.title', sql<KeptReason>`${why}`.as('reason')])
    .where(sql<boolean>`${why} is not null`)
    .orderBy('position')
    .limit(SHOWN)
    .execute()

/** Returns the ids of articles of an import that a run has not taken back or kept yet, up to `most` of them. */
export async function listUndecided(
  trx: Transaction,
  operator: Operator,
  { importId, runId, most }: { importId: string; runId: string; most: number },
): Promise<string[]> {
  const rows = await selectThere(trx, operator, importId)
    .select('blogPosts.id')
    .where(sql<boolean>`not exists (
      select from run_items where run_id = ${runId} and item_id = blog_posts.id::text)`)
    .orderBy('position')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns what an import did with articles, and what was done with them since. */
export const listTouches = (
  trx: Transaction,
  operator: Operator,
  { importId, ids }: { importId: string; ids: string[] },
) =>
  selectThere(trx, operator, importId)
    .select(['blogPosts.id', 'outcome', 'replaced', sql<KeptReason | null>`${touch}`.as('reason')])
    .where('blogPosts.id', 'in', ids)
    .execute()
