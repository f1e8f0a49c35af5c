import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import { writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { startLinkCheck } from '../link-report/commands.server.ts'
import { isOneOpen, startRun } from '../runs/commands.server.ts'
import { countPages } from './queries.server.ts'
import { AUDIT_RUN } from './site-audit.ts'

/**
 * Begins to look over the operator's public pages, one audit at a time for an account, and has their links checked by
 * the link report unless that is under way.
 */
export async function startAudit(
  operator: Operator,
): Promise<{ ok: true; runId: string } | { ok: false; reason: 'running' }> {
  const total = await countPages(operator)
  try {
    const runId = await writeAs(operator, (trx) =>
      startRun(trx, operator, { kind: AUDIT_RUN, input: {}, total }),
    )
    await startLinkCheck(operator)
    return { ok: true, runId }
  } catch (error) {
    if (isOneOpen(error)) return { ok: false, reason: 'running' }
    throw error
  }
}

const REMOVED_AT_ONCE = 5000

/** Removes what audits before the operator's last one that was done had found, and those that failed, bit by bit. */
export async function removeOlderFindings(operator: Operator): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with ended as (
        select id, state from runs where user_id = ${operator.id} and kind = ${AUDIT_RUN} and finished_at is not null
      ), older as (
        select id from ended where id is distinct from (select id from ended where state = 'done' order by id desc limit 1)
      )
      delete from audit_findings where (run_id, kind, page_id) in (
        select run_id, kind, page_id from audit_findings where run_id in (select id from older) limit ${REMOVED_AT_ONCE}
      )
    `.execute(db)
    if (numAffectedRows < REMOVED_AT_ONCE) return
  }
}

/**
 * Writes down how many pages each account has in which state today (UTC), or one account; again on the same day is fine.
 * An account that had some is counted on when it has none left: its chart falls to nothing.
 */
export async function notePageCounts(trx: Transaction, operator?: Operator): Promise<void> {
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

/** What is done once a day: the counts of all accounts, and those of more than a year ago are forgotten. */
export async function notePageCountsDaily(): Promise<void> {
  await db.transaction().execute((trx) => notePageCounts(trx))
  await sql`delete from page_counts where day < (now() at time zone 'UTC')::date - ${HISTORY_DAYS}::integer`.execute(
    db,
  )
}
