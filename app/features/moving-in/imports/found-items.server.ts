import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toPlanTime } from '../../writing/schedule/queries.server.ts'
import {
  type CurrentImport,
  type ImportCounts,
  type ImportedArticle,
  type LossyArticle,
  type RefusedItem,
  SHOWN,
} from './imports.ts'
import { touch } from './kept-articles.server.ts'
import { sayProblem } from './messages.ts'

const SAMPLES = 10
const LOSSY_SHOWN = 200 // articles

/** The SQL condition that an item is an article that comes in, or came in. */
const comesIn = sql<boolean>`(found in ('new', 'changed') and outcome is distinct from 'refused')`

/** The SQL expression for the id of an imported article; null if it is deleted. */
export const toArticleId = sql<string | null>`(
  select id from blog_posts where id = article_id and deletion_asked_at is null)`

/** The SQL condition that an item is an article that is not imported yet. */
export const isWaiting = sql<boolean>`(record is not null)`

/** The SQL condition that an item is the number of things of a kind that the articles of a file lose. */
const isTally = sql<boolean>`(coalesce(import_records.problem, '') like '{"reason":"left-out",%,"count":%')`

const isRefused = sql<boolean>`(found = 'refused' or outcome = 'refused')`

/** The SQL condition that an item is a page that is a draft, because its address is not free. */
const isWithoutPath = sql<boolean>`(
  outcome in ('created', 'updated') and import_records.problem like '{"reason":"no-path"%')`

/** The SQL condition that a new article has a date in the future, but is a draft for the reason in `problem`. */
const isUnplanned = sql<boolean>`(found = 'new' and outcome is distinct from 'refused'
  and import_records.problem is not null and not coalesce(${isWithoutPath}, false))`

/** Returns the number of items of an import, by kind. */
export async function countItems(
  trx: Transaction,
  operator: Operator,
  importId: string,
): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select count(*) filter (where found = 'new')::int as new,
      count(*) filter (where found = 'changed')::int as changed,
      count(*) filter (where found = 'same' or outcome = 'unchanged')::int as same,
      count(*) filter (where found = 'refused' or outcome = 'refused')::int as refused,
      count(*) filter (where found = 'left-out' and not ${isTally})::int as left_out,
      count(*) filter (where found = 'new' and is_public)::int as new_public,
      count(*) filter (where found = 'new' and planned_for is not null)::int as new_planned,
      count(*) filter (where outcome in ('created', 'updated') and planned_for is not null and is_there)::int as planned,
      count(*) filter (where ${isUnplanned})::int as unplanned,
      count(*) filter (where ${isWithoutPath})::int as without_path,
      count(*) filter (where lost is not null and ${comesIn})::int as lossy,
      count(*) filter (where lost_words is not null and ${comesIn})::int as wordless,
      count(*) filter (where found in ('new', 'changed') and outcome is null)::int as waiting,
      count(*) filter (where outcome = 'created')::int as created,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'created' and is_there and touch is null)::int as deletable,
      count(*) filter (where outcome = 'updated' and is_there and touch is null)::int as restorable,
      count(*) filter (where is_there and touch is not null)::int as touched,
      count(*) filter (where outcome = 'created' and not coalesce(is_there, false))::int as deleted
    from import_records
      join imports on imports.id = import_id
      left join runs on runs.id = run_id
      left join blog_posts on blog_posts.id = article_id,
      lateral (select ${isOwn(operator, 'blogPosts.userId')} and deletion_asked_at is null as is_there) as there,
      lateral (select case when is_there and outcome in ('created', 'updated') then ${touch} end as touch) as touched
    where import_id = ${importId}
  `.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row.')
  return counts
}

const listItems = async (
  trx: Transaction,
  importId: string,
  which: typeof isRefused,
): Promise<RefusedItem[]> => {
  const rows = await trx
    .selectFrom('importRecords')
    .select(['position', 'place', 'title', 'problem'])
    .where('importId', '=', importId)
    .where(which)
    .orderBy('position')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, problem: sayProblem(row.problem ?? '') }))
}

/** Lists the first items that are not imported, with the reasons. */
export const listRefused = (trx: Transaction, importId: string) => listItems(trx, importId, isRefused)

/** Lists the first articles that have a date in the future and are drafts, with the reasons. */
export const listUnplanned = (trx: Transaction, importId: string) => listItems(trx, importId, isUnplanned)

/** Lists the first pages that are drafts, because their address is not free. */
export const listWithoutPath = (trx: Transaction, importId: string) => listItems(trx, importId, isWithoutPath)

/** Lists the first articles that lose things, or words. */
export const listLossy = (
  trx: Transaction,
  importId: string,
  column: 'lost' | 'lostWords',
): Promise<LossyArticle[]> =>
  trx
    .selectFrom('importRecords')
    .select(['position', 'title', toArticleId.as('articleId'), isWaiting.as('isWaiting')])
    .select(sql<string[]>`${sql.ref(column)}`.as('lost'))
    .where('importId', '=', importId)
    .where(column, 'is not', null)
    .where(comesIn)
    .orderBy('position')
    .limit(LOSSY_SHOWN)
    .execute()

/** Lists the kinds of things that the articles of a file lose, with their numbers. */
export async function listLosses(trx: Transaction, importId: string): Promise<CurrentImport['losses']> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select tally->>'kind' as kind, sum((tally->>'count')::int)::int as count
    from import_records, lateral (select problem::jsonb as tally offset 0) as parsed
    where import_id = ${importId} and found = 'left-out' and ${isTally}
    group by 1 order by 2 desc, 1 limit ${SHOWN}
  `.execute(trx)
  return rows
}

/** Lists the kinds of items that are left out, with their numbers. */
export async function listLeftOut(trx: Transaction, importId: string): Promise<CurrentImport['leftOut']> {
  const rows = await trx
    .selectFrom('importRecords')
    .select(sql<string>`coalesce(problem, '')`.as('problem'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where('importId', '=', importId)
    .where('found', '=', 'left-out')
    .where(sql<boolean>`not ${isTally}`)
    .groupBy('problem')
    .orderBy('count', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ problem, count }) => ({ problem: sayProblem(problem), count }))
}

/** Lists the first articles of an import. Without a time zone they have no plans. */
export const listSamples = async (
  trx: Transaction,
  importId: string,
  timeZone: string | undefined,
): Promise<ImportedArticle[]> => {
  const rows = await trx
    .selectFrom('importRecords')
    .select(['position', 'title', 'found', 'isPublic', 'plannedFor'])
    .select([toArticleId.as('articleId'), isWaiting.as('isWaiting')])
    .where('importId', '=', importId)
    .where(comesIn)
    .orderBy('position')
    .limit(SAMPLES)
    .execute()
  return rows.map(({ found, plannedFor, ...row }) => ({
    ...row,
    isChange: found === 'changed',
    plannedFor: timeZone !== undefined && plannedFor ? toPlanTime(plannedFor, timeZone) : null,
  }))
}
