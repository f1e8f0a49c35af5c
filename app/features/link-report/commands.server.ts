import { sql } from 'kysely'
import { db } from '../../platform/database.server.ts'
import { writeAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { isOneOpen, startRun } from '../runs/commands.server.ts'
import { LINK_RUN } from './link-report.ts'
import { countPublished } from './queries.server.ts'

/** Begins a check of the links between the operator's own published articles; one at a time for an account. */
export async function startLinkCheck(
  operator: Operator,
): Promise<{ ok: true; runId: string } | { ok: false; reason: 'running' }> {
  const total = await countPublished(operator)
  try {
    const runId = await writeAs(operator, (trx) =>
      startRun(trx, operator, { kind: LINK_RUN, input: {}, total }),
    )
    return { ok: true, runId }
  } catch (error) {
    if (isOneOpen(error)) return { ok: false, reason: 'running' }
    throw error
  }
}

const REMOVED_AT_ONCE = 2000

/** Removes what checks before the operator's last one that was done had found, and those that failed, bit by bit. */
export async function removeOlderReports(operator: Operator): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with ended as (
        select id, state from runs where user_id = ${operator.id} and kind = ${LINK_RUN} and finished_at is not null
      ), older as (
        select id from ended where id is distinct from (select id from ended where state = 'done' order by id desc limit 1)
      )
      delete from checked_articles where (run_id, article_id) in (
        select run_id, article_id from checked_articles where run_id in (select id from older) limit ${REMOVED_AT_ONCE}
      )
    `.execute(db)
    if (numAffectedRows < REMOVED_AT_ONCE) return
  }
}
