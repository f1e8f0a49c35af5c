import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import { unescapeHtml } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findNewestRuns } from '../../runs/queries.server.ts'
import { findFaults } from './find-faults.server.ts'
import { ADDRESS_LENGTH } from './find-links.ts'
import {
  HEALTHY_INBOUND,
  HEALTHY_OUTBOUND,
  LINK_RUN,
  type LinkedArticle,
  type LinkFault,
  type LinkReport,
  type LinkReportScreen,
  type ReportFilter,
  type ReportPage,
  SPREAD,
} from './report.ts'

const ROWS_A_PAGE = 20
const MOST_LINKED = 10

/** Returns the number of articles that a check reads: the operator's published ones. */
export const countPublished = (operator: Operator): Promise<number> =>
  readAs(operator, (trx) => countArticles(trx, operator))

async function countArticles(trx: Transaction, operator: Operator): Promise<number> {
  const { articles } = await trx
    .selectFrom('blogPosts')
    .select(count().as('articles'))
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('publishedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return articles
}

/**
 * Returns the report of the operator's last complete check, with one page of a list (20 rows). Past the last page it
 * returns the last. Returns also the state of the newest check.
 */
export const findLinkReport = (operator: Operator, filter: ReportFilter): Promise<LinkReportScreen> =>
  readAs(operator, async (trx) => {
    const { run, done } = await findNewestRuns(trx, operator, LINK_RUN)
    const report = done && (await findReport(trx, operator, done))
    const list = filter.list ?? (report?.broken ? 'broken' : 'orphans')
    const listed = done && (await LISTS[list](trx, operator, { ...filter, run: done }))
    const hasArticles = (await countArticles(trx, operator)) > 0
    return { hasArticles, run, report, listed }
  })

/** Returns the counts of the operator's last complete check; undefined if there was none. */
export const findLinkCounts = (operator: Operator): Promise<LinkReport | undefined> =>
  readAs(operator, async (trx) => {
    const { done } = await findNewestRuns(trx, operator, LINK_RUN)
    return done && findReport(trx, operator, done)
  })

interface Check {
  id: string
  createdAt: Date
}

const selectChecked = (trx: Transaction, operator: Operator, { id }: Check) =>
  trx
    .selectFrom('checkedArticles')
    .innerJoin('runs', 'runs.id', 'checkedArticles.runId')
    .where('runId', '=', id)
    .where(isOwn(operator, 'runs.userId'))
    .where('isPublished', '=', true)

const selectBroken = (trx: Transaction, operator: Operator, { id }: Check) =>
  trx
    .selectFrom('brokenLinks')
    .innerJoin('runs', 'runs.id', 'brokenLinks.runId')
    .where('runId', '=', id)
    .where(isOwn(operator, 'runs.userId'))

const count = (condition = sql<boolean>`true`) => sql<number>`(count(*) filter (where ${condition}))::int`

const isOrphan = sql<boolean>`inbound = 0`
const isWeak = sql<boolean>`inbound > 0 and (inbound < ${HEALTHY_INBOUND} or outbound < ${HEALTHY_OUTBOUND})`

async function findReport(trx: Transaction, operator: Operator, run: Check): Promise<LinkReport> {
  const counts = await selectChecked(trx, operator, run)
    .select([count().as('articles'), count(isOrphan).as('orphans'), count(isWeak).as('weak')])
    .select(sql<number>`coalesce(sum(outbound), 0)::int`.as('links'))
    .select(
      sql<
        number[]
      >`array[${sql.join(SPREAD.map(({ from, to }) => count(sql`inbound between ${from} and ${to}`)))}]`.as(
        'spread',
      ),
    )
    .executeTakeFirstOrThrow()
  const { broken } = await selectBroken(trx, operator, run)
    .select(count().as('broken'))
    .executeTakeFirstOrThrow()
  const mostLinked = await listMostLinked(trx, operator, run)
  return { ...counts, checkedAt: run.createdAt, broken, mostLinked }
}

// Marks the articles that were changed after the check, because the report may be outdated for them.
const isChangedSince = ({ createdAt }: Check) =>
  sql<boolean>`(blog_posts.updated_at > ${createdAt} or blog_posts.published_at is null)`.as('isChanged')

const listMostLinked = (trx: Transaction, operator: Operator, run: Check): Promise<LinkedArticle[]> =>
  selectChecked(trx, operator, run)
    .innerJoin('blogPosts', 'blogPosts.id', 'checkedArticles.articleId')
    .select(['blogPosts.id', 'title', 'inbound', isChangedSince(run)])
    .where('inbound', '>', 0)
    .orderBy('inbound', 'desc')
    .orderBy('articleId', 'desc')
    .limit(MOST_LINKED)
    .execute()

const LISTS = { broken: listBroken, orphans: listOrphans }

interface WantedRows extends ReportFilter {
  run: Check
}

async function listBroken(trx: Transaction, operator: Operator, wanted: WantedRows): Promise<ReportPage> {
  const { run, query } = wanted
  const found = selectBroken(trx, operator, run)
    .innerJoin('blogPosts', 'blogPosts.id', 'brokenLinks.articleId')
    .where(isTitled(query))
  const { total } = await found.select(count().as('total')).executeTakeFirstOrThrow()
  const range = toRange(total, wanted)
  const links = await found
    .select(['blogPosts.id', 'title', 'place', 'words', 'address', 'fault', isChangedSince(run)])
    .orderBy('articleId', 'desc')
    .orderBy('place')
    .limit(ROWS_A_PAGE)
    .offset(toOffset(range))
    .execute()
  return { rows: { list: 'broken', links }, ...range }
}

async function listOrphans(trx: Transaction, operator: Operator, wanted: WantedRows): Promise<ReportPage> {
  const { run, query } = wanted
  const found = selectChecked(trx, operator, run)
    .innerJoin('blogPosts', 'blogPosts.id', 'checkedArticles.articleId')
    .where(isOrphan)
    .where(isTitled(query))
  const { total } = await found.select(count().as('total')).executeTakeFirstOrThrow()
  const range = toRange(total, wanted)
  const orphans = await found
    .select(['blogPosts.id', 'title', 'publishedAt', 'outbound', isChangedSince(run)])
    .orderBy('articleId', 'desc')
    .limit(ROWS_A_PAGE)
    .offset(toOffset(range))
    .execute()
  return { rows: { list: 'orphans', orphans }, ...range }
}

const isTitled = (query: string) =>
  query === ''
    ? sql<boolean>`true`
    : sql<boolean>`position(lower(compose(${query})) in lower(compose(title))) > 0`

function toRange(total: number, { query, page: wantedPage }: WantedRows) {
  const pageCount = Math.max(1, Math.ceil(total / ROWS_A_PAGE))
  return { query, total, page: Math.min(wantedPage, pageCount), pageCount }
}

const toOffset = ({ page }: { page: number }) => (page - 1) * ROWS_A_PAGE

/** The links of a text that lead nowhere: the first address, its fault, and the number of such addresses. */
interface DeadLinks {
  id: string
  address: string
  fault: LinkFault
  count: number
}

interface Linking {
  /** Sanitised HTML: double quotes, and no `<` or `>` inside of a value. */
  texts: { id: string; html: string }[]
  sites: RequestSite[]
}

/** Finds the texts of the main site that have links to missing pages, on any site of this installation. */
export async function findDeadLinks(
  trx: Transaction,
  operator: Operator,
  { texts, sites }: Linking,
): Promise<DeadLinks[]> {
  const linking = texts.map(({ id, html }) => ({ id, addresses: listAddresses(html) }))
  const addresses = new Set(linking.flatMap((text) => text.addresses))
  const faults = await findFaults(trx, operator, { addresses, sites })
  return linking.flatMap((text) => {
    const dead = text.addresses.flatMap((address) => {
      const fault = faults.get(address)
      return fault ? [{ address, fault }] : []
    })
    return dead.slice(0, 1).map((first) => ({ id: text.id, ...first, count: dead.length }))
  })
}

const HREF = /<a\s(?:[^<>]*\s)?href="([^"]*)"/g

function listAddresses(html: string): string[] {
  const written = Array.from(html.matchAll(HREF), ([, address = '']) => unescapeHtml(address).trim())
  return [...new Set(written)].filter(
    (address) => address !== '' && !address.startsWith('#') && address.length <= ADDRESS_LENGTH,
  )
}
