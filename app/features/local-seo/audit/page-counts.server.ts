import { sql } from 'kysely'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'

/**
 * Stores the number of pages in each state that all accounts, or one account, have today (UTC). A second call on the
 * same day replaces the first. An account that had pages is counted even if none is left, so that its chart falls to
 * zero.
 */
export async function insertPageCounts(trx: Transaction, operator?: Operator): Promise<void> {
  const ofWhom = operator ? sql`and user_id = ${operator.id}` : sql`and user_id is not null`
  await sql`
    insert into page_counts (user_id, day, articles, published, noindex, unpublished, retired)
    select user_id, (now() at time zone 'UTC')::date,
      sum(articles), sum(published), sum(noindex), sum(unpublished), sum(retired)
    from (
      select user_id, count(*) as articles, 0 as published, 0 as noindex, 0 as unpublished, 0 as retired
      from blog_posts where origin_id is null and published_at is not null ${ofWhom} group by user_id
      union all
      select user_id, 0, count(*) filter (where is_published and not is_noindex),
        count(*) filter (where is_published and is_noindex),
        count(*) filter (where not is_published and retired_at is null), count(retired_at)
      from generated_pages where true ${ofWhom} group by user_id
      union all
      select user_id, 0, 0, 0, 0, 0 from page_counts
      where articles + published + noindex + unpublished + retired > 0 ${ofWhom} group by user_id
    ) counted
    group by user_id
    on conflict (user_id, day) do update set articles = excluded.articles, published = excluded.published,
      noindex = excluded.noindex, unpublished = excluded.unpublished, retired = excluded.retired
  `.execute(trx)
}

const HISTORY_DAYS = 400

/** Stores the counts of all accounts, and deletes those that are older than 400 days. */
export async function insertPageCountsDaily(): Promise<void> {
  await transact((trx) => insertPageCounts(trx))
  await sql`delete from page_counts where day < (now() at time zone 'UTC')::date - ${HISTORY_DAYS}::integer`.execute(
    db,
  )
}
