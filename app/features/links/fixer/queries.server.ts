import { type NotNull, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toRunError } from '../../runs/runs.ts'
import type { LinkSource } from '../insertion/insertion.ts'
import {
  FIX_RUN,
  type FixMode,
  type FixRun,
  type PostResult,
  type ResultFilter,
  type ResultList,
} from './fixer.ts'

const RESULTS_A_PAGE = 20
const RUNS_SHOWN = 12

/** A stored post. `version` is the time of its last change, in ISO 8601. Every save makes another one. */
interface StoredPost {
  id: string
  title: string
  content: string
  canonicalUrl: string | null
  lang: string | null
  version: string
}

/** A post that a run can insert links into, because it has a canonical URL. */
export type Post = StoredPost & LinkSource

/** Returns the number of posts that a run would read: the operator's published ones with a canonical URL. */
export const countFixable = (operator: Operator): Promise<number> =>
  readAs(operator, async (trx) => {
    const { count } = await selectFixable(trx, operator)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  })

/** Lists the next posts that a run has not finished, in the order of their ids. */
export const listNextPosts = (
  operator: Operator,
  { runId, after, limit }: { runId: string; after: string; limit: number },
): Promise<Post[]> =>
  readAs(operator, async (trx) => {
    const rows = await selectFixable(trx, operator)
      .select(['id', 'title', 'content', 'canonicalUrl', 'lang', 'updatedAt'])
      .$narrowType<{ canonicalUrl: NotNull }>()
      .where('id', '>', after)
      .where(isOpenIn(runId, 'blogPosts.id'))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(toPost)
  })

const isOpenIn = (runId: string, itemId: string) => sql<boolean>`not exists (
  select from run_items as done where done.run_id = ${runId} and done.item_id = ${sql.ref(itemId)}::text
)`

const selectFixable = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('blogPosts')
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('publishedAt', 'is not', null)
    .where('canonicalUrl', 'is not', null)

/** Finds one of the operator's own posts; undefined if it does not exist. */
export async function findPost(operator: Operator, id: string): Promise<StoredPost | undefined> {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('blogPosts')
      .select(['id', 'title', 'content', 'canonicalUrl', 'lang', 'updatedAt'])
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .executeTakeFirst(),
  )
  return row && toPost(row)
}

const toPost = <Row extends { updatedAt: Date }>({ updatedAt, ...row }: Row) => ({
  ...row,
  version: updatedAt.toISOString(),
})

/** Lists the operator's newest runs, at most twelve. */
export const listFixRuns = (operator: Operator): Promise<FixRun[]> =>
  readAs(operator, async (trx) => {
    const rows = await selectFixRuns(trx, operator).orderBy('id', 'desc').limit(RUNS_SHOWN).execute()
    return rows.map(toFixRun)
  })

/** Finds one of the operator's runs; undefined for an unknown id and for a run of another account. */
export async function findFixRun(operator: Operator, id: string): Promise<FixRun | undefined> {
  if (!isUuid(id)) return undefined
  const row = await readAs(operator, (trx) =>
    selectFixRuns(trx, operator).where('id', '=', id).executeTakeFirst(),
  )
  return row && toFixRun(row)
}

const toFixRun = (row: FixRun): FixRun => ({ ...row, error: toRunError(row.error) })

const selectFixRuns = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('runs')
    .select(['id', 'state', 'total', 'done', 'counts', 'error', 'createdAt'])
    .select(sql<FixMode>`input->>'mode'`.as('mode'))
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', FIX_RUN)

/**
 * Lists the results of one of the operator's runs, the latest first, 20 a page. Past the last page it returns the last.
 */
export const listPostResults = (
  operator: Operator,
  runId: string,
  { status, query, page: wantedPage }: ResultFilter,
): Promise<ResultList> =>
  readAs(operator, async (trx) => {
    const found = selectResults(trx, operator, runId)
      .$if(status !== undefined, (rows) => rows.where(sql<boolean>`result->>'status' = ${status}`))
      .$if(query !== '', (rows) =>
        rows.where(sql<boolean>`position(lower(compose(${query})) in lower(compose(result->>'title'))) > 0`),
      )
    const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const { page, pageCount } = toPageRange(total, wantedPage, RESULTS_A_PAGE)
    const rows = await found
      .select('result')
      .orderBy('runItems.version', 'desc')
      .limit(RESULTS_A_PAGE)
      .offset((page - 1) * RESULTS_A_PAGE)
      .execute()
    return { results: rows.map(toResult), total, page, pageCount }
  })

/**
 * Lists the next results of the run `undoes`, by the posts' ids. It leaves out those whose links the run `runId` has
 * removed.
 */
export const listNextUndoable = (
  operator: Operator,
  { undoes, runId, after, limit }: { undoes: string; runId: string; after: string; limit: number },
): Promise<PostResult[]> =>
  readAs(operator, async (trx) => {
    const rows = await selectUndoable(trx, operator, undoes)
      .select('result')
      .where('runItems.itemId', '>', after)
      .where(isOpenIn(runId, 'runItems.itemId'))
      .orderBy('runItems.itemId')
      .limit(limit)
      .execute()
    return rows.map(toResult)
  })

/** Returns the number of posts of a run whose links were not undone. */
export const countUndoable = (operator: Operator, runId: string): Promise<number> =>
  readAs(operator, async (trx) => {
    const { count } = await selectUndoable(trx, operator, runId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  })

/** Finds the result of a run for one post; undefined if there are no links to remove. */
export const findUndoable = (
  operator: Operator,
  runId: string,
  articleId: string,
): Promise<PostResult | undefined> =>
  readAs(operator, async (trx) => {
    const row = await selectUndoable(trx, operator, runId)
      .select('result')
      .where('itemId', '=', articleId)
      .executeTakeFirst()
    return row && toResult(row)
  })

const selectUndoable = (trx: Transaction, operator: Operator, runId: string) =>
  selectResults(trx, operator, runId).where(
    sql<boolean>`runs.input->>'mode' = 'fix' and result->>'status' = 'success' and result->>'undoneAt' is null`,
  )

const selectResults = (trx: Transaction, operator: Operator, runId: string) =>
  trx
    .selectFrom('runItems')
    .innerJoin('runs', 'runs.id', 'runItems.runId')
    .where('runs.id', '=', runId)
    .where('runs.kind', '=', FIX_RUN)
    .where(isOwn(operator, 'runs.userId'))

// Only this room writes results of runs of this kind.
const toResult = ({ result }: { result: Record<string, unknown> }) => result as PostResult
