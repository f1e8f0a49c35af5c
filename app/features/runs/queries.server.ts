import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import { RIGHTS } from '../../shared/rights.ts'
import type { Operator } from '../accounts/accounts.ts'
import { type Run, toRunError } from './runs.ts'

/**
 * Returns one of the operator's runs with its results: those newer than version `after`, and of them only the `latest`
 * ones. Undefined for an unknown id, one of another account, and one that is not a UUID.
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
    const newestFirst = trx
      .selectFrom('runItems')
      .select('result')
      .where('runId', '=', id)
      .where('version', '>', after)
      .where('version', '<=', run.version)
      .orderBy('version', 'desc')
    const items = await (latest === undefined ? newestFirst : newestFirst.limit(latest)).execute()
    const results = items.map((item) => item.result).toReversed()
    return { ...run, error: toRunError(run.error), results }
  })
}

/**
 * Returns a page of the results that one of the operator's runs had at a version, the first ones first. Results are only
 * added, so the cursor is the number of those before the page. Undefined for a cursor that is none.
 */
export async function listResults(
  operator: Operator,
  { id, version }: Pick<Run, 'id' | 'version'>,
  { limit, cursor = '0' }: { limit: number; cursor?: string | undefined },
): Promise<{ results: Run['results']; next: string | null } | undefined> {
  if (!/^\d{1,9}$/.test(cursor)) return undefined
  const start = Number(cursor)
  const items = await readAs(operator, (trx) =>
    trx
      .selectFrom('runItems')
      .innerJoin('runs', 'runs.id', 'runId')
      .select('result')
      .where('runId', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('runItems.version', '<=', version)
      .orderBy('runItems.version')
      .orderBy('itemId')
      .offset(start)
      .limit(limit + 1)
      .execute(),
  )
  const results = items.slice(0, limit).map((item) => item.result)
  return { results, next: items.length > limit ? String(start + limit) : null }
}

/** Returns an account's newest run of a kind, and the newest one that is done, in the caller's transaction. */
export async function findNewestRuns(trx: Transaction, operator: Operator, kind: string) {
  const newestFirst = trx
    .selectFrom('runs')
    .select(['id', 'state', 'total', 'done', 'error', 'createdAt'])
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
  const found = await newestFirst.executeTakeFirst()
  const run = found && { ...found, error: toRunError(found.error) }
  const done = run?.state === 'done' ? run : await newestFirst.where('state', '=', 'done').executeTakeFirst()
  return { run, done }
}

/**
 * Returns the account and the input of an open run, for the job that works on it, with the name of the person who started it.
 * A run that a member has started does no more than the member may do now, and stays on the sites of the token that started
 * it; `isOver` says that the member has left the account.
 */
export async function findOpenRun(
  id: string,
): Promise<{ operator: Operator; input: unknown; isOver: boolean } | undefined> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.userId')
    .leftJoin('users as people', 'people.id', 'runs.madeBy')
    .leftJoin('members', (join) =>
      join
        .onRef('members.accountId', '=', 'runs.userId')
        .onRef('members.personId', '=', 'runs.madeBy')
        .on('members.endedAt', 'is', null),
    )
    .select(['users.id', 'runs.input'])
    .select(sql<string>`coalesce(people.email, users.email)`.as('email'))
    .select(sql<string>`coalesce(people.name, users.name)`.as('name'))
    .select(['runs.madeBy', 'runs.tokenSiteIds', 'members.role', 'members.siteIds'])
    .where('runs.id', '=', id)
    .where('runs.finishedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { input, madeBy, tokenSiteIds, role, siteIds, ...account } = row
  const limits = tokenSiteIds
    ? { rights: RIGHTS.map(({ right }) => right), siteIds: tokenSiteIds }
    : undefined
  // The person of an account's id always owns it.
  const isOwner = madeBy === null || madeBy === account.id
  if (isOwner && !limits) return { operator: account, input, isOver: false }
  const standing = isOwner
    ? { personId: account.id, role: 'owner' as const, siteIds: null }
    : { personId: madeBy, role: role ?? 'contributor', siteIds }
  const isOver = !isOwner && role === null
  return { operator: { ...account, member: { ...standing, limits } }, input, isOver }
}
