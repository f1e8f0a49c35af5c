import { validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Run } from './runs.ts'

/**
 * One of the operator's runs, with the results of what was done with after version `after`: of everything unless it is
 * given, and of the `latest` so many. Undefined for an id that is none, or somebody else's.
 */
export async function findRun(
  operator: Operator,
  id: string,
  { after = 0, latest }: { after?: number; latest?: number | undefined } = {},
): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined
  return readAs(operator, async (trx) => {
    const run = await trx
      .selectFrom('runs')
      .select(['id', 'kind', 'state', 'total', 'done', 'counts', 'error', 'version'])
      .select(['createdAt', 'startedAt', 'finishedAt'])
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst()
    if (!run) return undefined
    const items = await trx
      .selectFrom('runItems')
      .select('result')
      .where('runId', '=', id)
      .where('version', '>', after)
      .where('version', '<=', run.version)
      .orderBy('version', 'desc')
      .$if(latest !== undefined, (query) => query.limit(latest ?? 0))
      .execute()
    return { ...run, results: items.map((item) => item.result).toReversed() }
  })
}

/** An account's newest run of a kind, and the newest of them that was done; in the caller's transaction. */
export async function findNewestRuns(trx: Transaction, operator: Operator, kind: string) {
  const newestFirst = trx
    .selectFrom('runs')
    .select(['id', 'state', 'total', 'done', 'error', 'createdAt'])
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
  const run = await newestFirst.executeTakeFirst()
  const done = run?.state === 'done' ? run : await newestFirst.where('state', '=', 'done').executeTakeFirst()
  return { run, done }
}

/** What a run that has not ended works on, and for whom; for the job that goes on with it. */
export async function findOpenRun(id: string): Promise<{ operator: Operator; input: unknown } | undefined> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.userId')
    .select(['users.id', 'users.email', 'users.name', 'runs.input'])
    .where('runs.id', '=', id)
    .where('runs.finishedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { input, ...operator } = row
  return { operator, input }
}
