import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { LinkSource } from '../backlinks/backlinks.ts'
import { FIX_RUN, type FixMode, type FixRun, type PostResult, type ResultFilter, type ResultList } from './backlink-fixer.ts' // prettier-ignore

const RESULTS_A_PAGE = 20
const RUNS_SHOWN = 12

/** A post as a run reads it. */
export interface Post extends LinkSource {
  id: string
  title: string
  /** Names this state of it: who saves it meanwhile makes another. */
  version: string
}

/** How many posts a run would look at: the operator's own published ones with a canonical URL. */
export const countFixable = (operator: Operator): Promise<number> =>
  readAs(operator, (trx) => countFixableIn(trx, operator))

/** The same, in the caller's transaction. */
export async function countFixableIn(trx: Transaction, operator: Operator): Promise<number> {
  const { count } = await selectFixable(trx, operator)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next posts that a run has not done with yet, by their ids. */
export const listNextPosts = (
  operator: Operator,
  { runId, after, limit }: { runId: string; after: string; limit: number },
): Promise<Post[]> =>
  readAs(operator, async (trx) => {
    const rows = await selectFixable(trx, operator)
      .select(['id', 'title', 'content', 'canonicalUrl', 'updatedAt'])
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

/** One of the operator's own posts as it is now; undefined if it is not there. */
export async function findPost(operator: Operator, id: string): Promise<Post | undefined> {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('blogPosts')
      .select(['id', 'title', 'content', 'canonicalUrl', 'updatedAt'])
      .where('id', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .executeTakeFirst(),
  )
  return row && toPost(row)
}

interface PostRow {
  id: string
  title: string
  content: string
  canonicalUrl: string | null
  updatedAt: Date
}

const toPost = ({ updatedAt, canonicalUrl, ...row }: PostRow): Post => ({
  ...row,
  canonicalUrl: canonicalUrl ?? '',
  version: updatedAt.toISOString(),
})

/** The operator's newest runs, at most twelve. */
export const listFixRuns = (operator: Operator): Promise<FixRun[]> =>
  readAs(operator, (trx) => selectFixRuns(trx, operator).orderBy('id', 'desc').limit(RUNS_SHOWN).execute())

/** One of the operator's runs; undefined for an id that is none, or somebody else's. */
export const findFixRun = async (operator: Operator, id: string): Promise<FixRun | undefined> =>
  isUuid(id)
    ? readAs(operator, (trx) => selectFixRuns(trx, operator).where('id', '=', id).executeTakeFirst())
    : undefined

const selectFixRuns = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('runs')
    .select(['id', 'state', 'total', 'done', 'counts', 'error', 'createdAt'])
    .select(sql<FixMode>`input->>'mode'`.as('mode'))
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', FIX_RUN)

/** What one of the operator's runs came to with posts, the last first, 20 a page. A page behind the last is the last. */
export const listPostResults = (
  operator: Operator,
  runId: string,
  { status, query, page: wantedPage }: ResultFilter,
): Promise<ResultList> =>
  readAs(operator, async (trx) => {
    const found = selectResults(trx, operator, runId)
      .$if(status !== undefined, (rows) => rows.where(sql<boolean>`result->>'status' = ${status}`))
      .$if(query !== '', (rows) =>
        rows.where(sql<boolean>`position(lower(${query}) in lower(result->>'title')) > 0`),
      )
    const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const pageCount = Math.max(1, Math.ceil(total / RESULTS_A_PAGE))
    const page = Math.min(wantedPage, pageCount)
    const rows = await found
      .select('result')
      .orderBy('runItems.version', 'desc')
      .limit(RESULTS_A_PAGE)
      .offset((page - 1) * RESULTS_A_PAGE)
      .execute()
    return { results: rows.map(toResult), total, page, pageCount }
  })

/** The next posts whose links a run put in, as its results, that `runId` has not taken out yet; by the posts' ids. */
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

/** How many posts of a run still have the links that it put in, as far as it knows. */
export const countUndoable = (operator: Operator, runId: string): Promise<number> =>
  readAs(operator, async (trx) => {
    const { count } = await selectUndoable(trx, operator, runId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  })

/** What a run came to with one post, if its links can still be taken out. */
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

// Only this feature writes results of its kind of run.
const toResult = ({ result }: { result: Record<string, unknown> }) => result as PostResult
