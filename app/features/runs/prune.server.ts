import { sql } from 'kysely'
import { db } from '../../platform/store/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { HISTORY_DAYS } from './runs.ts'

/** Deletes runs that ended 90 days ago. */
export async function pruneRuns(): Promise<void> {
  await db
    .deleteFrom('runs')
    .where('finishedAt', '<', sql<Date>`now() - make_interval(days => ${HISTORY_DAYS})`)
    .execute()
}

const REMOVED_AT_ONCE = 5000

/**
 * Deletes the results of the operator's runs of a kind in a table, 5,000 rows at a time. Those of open runs stay, and
 * those of the last one that succeeded.
 */
export async function removeOlderResults(
  operator: Operator,
  { kind, table }: { kind: string; table: 'checkedArticles' | 'auditFindings' },
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with ended as (
        select id, state from runs where user_id = ${operator.id} and kind = ${kind} and finished_at is not null
      ), older as (
        select id from ended where id is distinct from (select id from ended where state = 'done' order by id desc limit 1)
      )
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where run_id in (select id from older) limit ${REMOVED_AT_ONCE}
      )
    `.execute(db)
    if (numAffectedRows < REMOVED_AT_ONCE) return
  }
}
