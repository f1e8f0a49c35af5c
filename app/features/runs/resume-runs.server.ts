import { sql } from 'kysely'
import { db, transact } from '../../platform/store/database.server.ts'
import { enqueueRun, failures } from './commands.server.ts'

/**
 * Ends open runs whose job failed at its last attempt: it would fail again, or end the process again. Enqueues a job for
 * open runs that have none, as in a restored backup.
 */
export async function resumeRuns(): Promise<void> {
  const jobs = sql`select from pgboss.job where name = runs.kind || '-run' and data->>'runId' = runs.id::text`
  const { rows } = await sql<{ id: string; kind: string; hasFailed: boolean }>`
    select id, kind, exists (${jobs} and state = 'failed') as has_failed
    from runs where finished_at is null and created_at < now() - interval '1 minute'
      and kind = any(${[...failures.keys()]}::text[])
      and not exists (${jobs} and state in ('created', 'retry', 'active'))
  `.execute(db)
  for (const run of rows) {
    if (run.hasFailed) await failures.get(run.kind)?.(run.id)
    else await transact((trx) => enqueueRun(trx, run))
  }
}
