import { type RawBuilder, sql } from 'kysely'
import { toMonthName } from '../../../shared/dates.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isListed } from '../../articles/queries.server.ts'
import { toMatcher } from '../../articles/search/search.ts'
import { findHomeUrls, shownSiteName } from '../../articles/placement/queries.server.ts'
import { findSiteName } from '../../delivery/target-sites/queries.server.ts'
import { shownReview } from '../../writing/drafts/queries.server.ts'
import { hasEnded, toRunError } from '../../runs/runs.ts'
import {
  type ArticleChange,
  type Board,
  type BoardFilter,
  type BoardRow,
  type BoardSite,
  CHANGE_RUN,
  CHANGED_AT_ONCE,
  type ChangeSummary,
  type FilterName,
  type FoundArticle,
  type Labels,
  NO_FILTER,
  ROWS_PER_PAGE,
} from './board.ts'
import { isScheduled, ORDERS, selectMatching, selectOwn } from './conditions.server.ts'
import { toCursor, toCursorCondition, toCursorKey } from './cursor.server.ts'
import { listSiteStates, NOWHERE, type SiteStates } from './site-states.server.ts'

/**
 * Returns a page of the operator's own articles and drafts that a filter selects. Each has its state on every site. A
 * page behind the end is the last page. A site, tag or author that does not exist filters nothing.
 */
export const findBoard = (operator: Operator, asked: BoardFilter): Promise<Board> =>
  readAs(operator, async (trx) => {
    let [selected, filter] = [await selectPage(trx, operator, asked), asked]
    const unknown = selected.found === 0 ? await listUnknown(trx, operator, asked) : []
    if (unknown.length > 0) {
      filter = { ...asked, ...Object.fromEntries(unknown.map((name) => [name, ''])) }
      selected = await selectPage(trx, operator, filter)
    }
    const { ids, ...paging } = selected
    const listed = await listRows(trx, operator, ids)
    const states = await listSiteStates(trx, listed)
    const rows = listed.map((row) => ({ ...row, ...(states.get(row.id) ?? NOWHERE) }))
    const sites = await listColumns(trx, operator, rows)
    const total = await countMatching(trx, operator, NO_FILTER)
    return { rows, sites, ...paging, total, filter, unknown, readAt: new Date() }
  })

/** A part of the list of the operator's articles. */
interface BoardPart {
  rows: BoardRow[]
  /** Leads to the part behind this one; null if there is none. */
  next: string | null
}

/**
 * Returns the articles behind a cursor that a filter selects, without drafts that were never published. A part may
 * have fewer rows than the limit, and another one behind it. Undefined for a cursor that is none.
 */
export async function listBoardPart(
  operator: Operator,
  filter: BoardFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<BoardPart | undefined> {
  const { sort } = filter
  const behind = cursor === undefined ? sql`true` : toCursorCondition(sort, cursor)
  if (!behind) return undefined
  return readAs(operator, async (trx) => {
    const select = () =>
      sql<{ id: string; key: string | null }>`
        select id, ${toCursorKey(sort)} as key from ${selectMatching(operator, filter)}
          and slug is not null and ${behind}
        order by ${ORDERS[sort]} limit ${limit + 1}
      `.execute(trx)
    // Without the policies as on the board. With them a member has full pages; they cannot read the index of words.
    const { rows: found } = await (operator.member && !filter.q ? select() : asInstallation(trx, select))
    const listed = await listRows(
      trx,
      operator,
      found.slice(0, limit).map(({ id }) => id),
    )
    const states = await listSiteStates(trx, listed)
    const rows = listed.map((row) => ({ ...row, ...(states.get(row.id) ?? NOWHERE) }))
    const last = found[limit - 1]
    return { rows, next: found.length > limit && last ? toCursor(sort, last) : null }
  })
}

/** Returns the names among site, tag and author whose value in the filter none of the operator's articles has. */
async function listUnknown(trx: Transaction, operator: Operator, filter: BoardFilter): Promise<FilterName[]> {
  const { site, tag, author } = filter
  const hasAny = async (only: Partial<BoardFilter>) =>
    (await countMatching(trx, operator, { ...NO_FILTER, ...only })) > 0
  const isSite = async () =>
    (await listColumns(trx, operator, [])).some(({ id }) => id === site) || hasAny({ site })
  const unknown: FilterName[] = []
  if (site && !(await isSite())) unknown.push('site')
  if (tag && !(await hasAny({ tag }))) unknown.push('tag')
  if (author && !(await hasAny({ author }))) unknown.push('author')
  return unknown
}

const toPageCount = (found: number) => Math.max(1, Math.ceil(found / ROWS_PER_PAGE))

/** Returns the ids of all articles that a filter selects; at most one more than one run can change. */
export const listSelected = (operator: Operator, filter: BoardFilter): Promise<string[]> =>
  readAs(operator, (trx) =>
    asInstallation(trx, async () => {
      const { rows } = await sql<{ id: string }>`
        select id from ${selectMatching(operator, filter)}
        order by ${ORDERS[filter.sort]} limit ${CHANGED_AT_ONCE + 1}
      `.execute(trx)
      return rows.map(({ id }) => id)
    }),
  )

const HITS = 8

/**
 * Finds the operator's own articles and drafts that contain some words: those with the words in the title first. Without
 * words it returns those that changed last.
 */
export const findByWords = (operator: Operator, words: string): Promise<FoundArticle[]> =>
  readAs(operator, async (trx) => {
    const { ids } = await selectPage(trx, operator, { ...NO_FILTER, q: words })
    const rows = await listRows(trx, operator, ids)
    const isTitled = ({ title }: FoundArticle) => toMatcher(words).test(title.normalize('NFC'))
    const found = rows.map(({ id, title, state, url }) => ({ id, title, state, url }))
    return [...found.filter(isTitled), ...found.filter((article) => !isTitled(article))].slice(0, HITS)
  })

const LABELS_LIMIT = 1000

/**
 * Lists the tags and the authors of the operator's own articles in alphabetical order, and the months of their dates, the
 * newest first: at most 1,000 of each.
 */
export async function listLabels(operator: Operator): Promise<Labels> {
  const list = async (trx: Transaction, label: RawBuilder<unknown>) => {
    const { rows } = await sql<{ label: string }>`
      select distinct ${label} as label from blog_posts
      where ${isOwn(operator, 'userId')} and origin_id is null and ${isListed}
      order by label limit ${LABELS_LIMIT}
    `.execute(trx)
    return [...new Set(rows.map((row) => row.label.normalize('NFC')))]
  }
  return readAs(operator, async (trx) => ({
    tags: await list(trx, sql`unnest(tags)`),
    authors: await list(trx, sql`unnest(author_names)`),
    months: await listMonths(trx, operator),
  }))
}

async function listMonths(trx: Transaction, operator: Operator): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(date at time zone 'UTC', 'YYYY-MM') as month
    from ${selectOwn(operator)}, lateral (values (published_at), (changed_at)) as dates(date)
    where date is not null order by month desc limit ${LABELS_LIMIT}
  `.execute(trx)
  return rows.map(({ month }) => toMonthName(month))
}

const onlyTitle = sql<string | null>`
  case when total = 1 then (select result->>'title' from run_items where run_id = runs.id) end
`

/**
 * Returns the operator's newest change of articles while it runs, and while it can be undone, for an hour. It is read at
 * each view of the board, so it comes without the reasons of refusals. Undefined if there is none, and after an undo.
 */
export async function findLatestChange(operator: Operator): Promise<ChangeSummary | undefined> {
  const run = await readAs(operator, (trx) =>
    trx
      .selectFrom('runs')
      .select(['id', 'state', 'total', 'counts', 'error'])
      .select([
        sql<ArticleChange['kind']>`input->'change'->>'kind'`.as('kind'),
        sql<string | null>`input->'change'->>'siteId'`.as('siteId'),
        onlyTitle.as('title'),
      ])
      .where('kind', '=', CHANGE_RUN)
      .where(isOwn(operator, 'userId'))
      .where((where) =>
        where.or([
          where('finishedAt', 'is', null),
          where('createdAt', '>', sql<Date>`now() - interval '1 hour'`),
        ]),
      )
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  if (!run) return undefined
  const { id: runId, state, siteId, ...change } = { ...run, error: toRunError(run.error) }
  const isOver = hasEnded({ state })
  const isUndoable = change.kind !== 'restore' && (change.counts.changed ?? 0) > 0
  if (isOver && !isUndoable) return undefined
  const siteName = siteId === null ? null : await findSiteName(operator, siteId)
  return { ...change, runId, isOver, isUndoable, siteName, refusals: [], refused: [], failed: 0 }
}

// Rows are selected and counted without the row policies, whose conditions prevent the use of indexes. The rows are then
// read with the policies.
const selectPage = (trx: Transaction, operator: Operator, filter: BoardFilter): Promise<Selected> =>
  asInstallation(trx, async () => {
    const { rows } = await sql<{ id: string; found: number }>`
      select id, count(*) over ()::int as found from ${selectMatching(operator, filter)}
      order by ${ORDERS[filter.sort]} limit ${ROWS_PER_PAGE} offset ${(filter.page - 1) * ROWS_PER_PAGE}
    `.execute(trx)
    const found = rows[0]?.found ?? (filter.page === 1 ? 0 : await countMatching(trx, operator, filter))
    const pageCount = toPageCount(found)
    if (filter.page > pageCount) return selectPage(trx, operator, { ...filter, page: pageCount })
    return { ids: rows.map(({ id }) => id), found, page: filter.page, pageCount }
  })

interface Selected {
  ids: string[]
  found: number
  page: number
  pageCount: number
}

const countMatching = (trx: Transaction, operator: Operator, filter: BoardFilter): Promise<number> =>
  asInstallation(trx, async () => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${selectMatching(operator, filter)}`.execute(trx)
    return rows[0]?.found ?? 0
  })

type Found = Omit<BoardRow, 'state' | 'url' | keyof SiteStates> & {
  slug: string | null
  siteId: string | null
  deletionAskedAt: Date | null
}

async function listRows(
  trx: Transaction,
  operator: Operator,
  ids: string[],
): Promise<Omit<BoardRow, keyof SiteStates>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Found>`
    select id, title, slug, site_id, tags, author, published_at, deletion_asked_at, changed_at, has_changes,
      ${isScheduled} as is_scheduled,
      ${shownReview(sql`${operator.id}::uuid`, sql`own.id`)} as review
    from ${selectOwn(operator)} where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)
  `.execute(trx)
  const urls = await findHomeUrls(
    trx,
    rows.flatMap(({ id, slug, siteId, publishedAt }) =>
      slug !== null && publishedAt ? { id, slug, siteId } : [],
    ),
  )
  return rows.map(({ slug, siteId: _, deletionAskedAt, ...row }) => ({
    ...row,
    state: toState(slug, row.publishedAt, deletionAskedAt),
    url: urls.get(row.id) ?? null,
  }))
}

function toState(slug: string | null, publishedAt: Date | null, deletionAskedAt: Date | null) {
  if (slug === null) return 'begun'
  if (deletionAskedAt) return 'deleting'
  return publishedAt ? 'live' : 'draft'
}

// Selects the available sites, and the unavailable ones that have one of the articles.
async function listColumns(trx: Transaction, operator: Operator, rows: BoardRow[]): Promise<BoardSite[]> {
  const used = [...new Set(rows.flatMap(({ dots }) => Object.keys(dots)))]
  return trx
    .selectFrom('targetSites')
    .select(['id', shownSiteName.as('name'), 'isActive as isAvailable'])
    .select(sql<boolean>`owner_id is not null`.as('isOwn'))
    .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
    .where((where) =>
      where.or([where('isActive', '=', true), where('id', '=', sql<string>`any(${used}::uuid[])`)]),
    )
    .orderBy(sql`kind = 'main'`, 'desc')
    .orderBy(sql`lower(${shownSiteName})`)
    .execute()
}
