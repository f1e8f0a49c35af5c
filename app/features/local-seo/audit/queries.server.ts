import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { PAGES_PATH } from '../landing-pages/landing-pages.ts'
import { findNewestRuns } from '../../runs/queries.server.ts'
import { linkFaults, type LinkReportScreen, type ReportList } from '../../links/report/report.ts'
import { findLinkCounts, findLinkReport } from '../../links/report/queries.server.ts'
import {
  AUDIT_RUN,
  type AuditScreen,
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  type FindingPage,
  type FoundKind,
  type LinkKind,
  type PageCount,
} from './audit.ts'

const ROWS_A_PAGE = 20
const CHART_DAYS = 90

/** Counts the pages of an audit: the operator's own published articles and landing pages. */
export const countPages = (operator: Operator): Promise<number> =>
  readAs(operator, async (trx) => {
    const articles = trx
      .selectFrom('blogPosts')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('publishedAt', 'is not', null)
    const pages = trx
      .selectFrom('generatedPages')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('isPublished', '=', true)
    const { count } = await trx
      .selectFrom(articles.unionAll(pages).as('pages'))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  })

/**
 * Returns the findings of the last successful audit: their counts, and 20 rows of one kind. A page number beyond the
 * last returns the last page. Links and orphans come from the link report, which has its own date.
 */
export async function findAudit(
  operator: Operator,
  wanted: { kind: FindingKind | undefined; page: number },
): Promise<AuditScreen> {
  const list = wanted.kind && LINK_LISTS[wanted.kind]
  const links = await findLinkReport(operator, { list, query: '', page: wanted.page })
  const hasPages = links.hasArticles || (await countPages(operator)) > 0
  return readAs(operator, async (trx) => {
    const { run, done } = await findNewestRuns(trx, operator, AUDIT_RUN)
    const history = await listPageCounts(trx, operator)
    const linksCheckedAt = links.report?.checkedAt
    if (!done) return { hasPages, run, audit: undefined, linksCheckedAt, listed: undefined, history }
    const counts = { ...(await countFindings(trx, operator, done.id)), ...toLinkCounts(links) }
    const kind = wanted.kind ?? FINDING_KINDS.find((each) => counts[each])
    const listed =
      kind === 'broken-links' || kind === 'orphans'
        ? toListedLinks(kind, links)
        : kind &&
          (await listFindings(trx, operator, {
            run: done,
            kind,
            total: counts[kind] ?? 0,
            page: wanted.page,
          }))
    const audit = { auditedAt: done.createdAt, pages: done.total, counts }
    return { hasPages, run, audit, linksCheckedAt, listed, history }
  })
}

/** Returns the number of findings of each kind of the last successful audit; undefined if there was none. */
export async function countLastFindings(
  operator: Operator,
): Promise<Partial<Record<FindingKind, number>> | undefined> {
  const report = await findLinkCounts(operator)
  return readAs(operator, async (trx) => {
    const { done } = await findNewestRuns(trx, operator, AUDIT_RUN)
    return done && { ...(await countFindings(trx, operator, done.id)), ...toLinkCounts({ report }) }
  })
}

// Without a chosen list, the link report opens its first list that is not empty, as the audit does.
const LINK_LISTS: Partial<Record<FindingKind, ReportList>> = { 'broken-links': 'broken', orphans: 'orphans' }

const selectFindings = (trx: Transaction, operator: Operator, runId: string) =>
  trx
    .selectFrom('auditFindings')
    .innerJoin('runs', 'runs.id', 'auditFindings.runId')
    .where('runId', '=', runId)
    .where(isOwn(operator, 'runs.userId'))

const count = sql<number>`count(*)::int`

async function countFindings(trx: Transaction, operator: Operator, runId: string) {
  const rows = await selectFindings(trx, operator, runId)
    .select(['auditFindings.kind', count.as('count')])
    .groupBy('auditFindings.kind')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.kind, row.count])) as Partial<Record<FoundKind, number>>
}

const toLinkCounts = ({ report }: Pick<LinkReportScreen, 'report'>) =>
  report ? { 'broken-links': report.broken, orphans: report.orphans } : {}

function toListedLinks(kind: LinkKind, { listed }: LinkReportScreen): FindingPage | undefined {
  if (!listed) return undefined
  const { rows, total, page, pageCount } = listed
  const findings: Finding[] =
    rows.list === 'broken'
      ? rows.links.map(({ id, place, title, address, fault, isChanged }) => ({
          id: `${id} ${place}`,
          title,
          editPath: `/articles/${id}`,
          detail: `${address}: ${linkFaults[fault]}`,
          isChanged,
        }))
      : rows.orphans.map(({ id, title, isChanged }) => ({
          id,
          title,
          editPath: `/articles/${id}`,
          detail: '',
          isChanged,
        }))
  return { kind, findings, total, page, pageCount }
}

interface WantedFindings {
  run: { id: string; createdAt: Date }
  kind: FoundKind
  /** The number of findings of this kind. */
  total: number
  page: number
}

async function listFindings(
  trx: Transaction,
  operator: Operator,
  { run, kind, total, page: wantedPage }: WantedFindings,
): Promise<FindingPage> {
  const found = selectFindings(trx, operator, run.id).where('auditFindings.kind', '=', kind)
  const { page, pageCount } = toPageRange(total, wantedPage, ROWS_A_PAGE)
  const listed = found
    .select(['pageId', 'articleId', 'landingPageId', 'detail'])
    .orderBy('pageId', 'desc')
    .limit(ROWS_A_PAGE)
    .offset((page - 1) * ROWS_A_PAGE)
    .as('listed')
  const rows = await trx
    .selectFrom(listed)
    .leftJoin('blogPosts', 'blogPosts.id', 'listed.articleId')
    .leftJoin('generatedPages', 'generatedPages.id', 'listed.landingPageId')
    .select(['listed.pageId', 'listed.articleId', 'listed.detail', 'generatedPages.slug'])
    .select((select) => select.fn.coalesce('blogPosts.title', 'generatedPages.metaTitle').as('title'))
    .$narrowType<{ title: string }>() // a finding is deleted with its page
    .select(
      sql<boolean>`coalesce(
        coalesce(blog_posts.updated_at, generated_pages.updated_at) > ${run.createdAt}
          or (listed.article_id is not null and blog_posts.published_at is null), false)`.as('isChanged'),
    )
    .orderBy('pageId', 'desc')
    .execute()
  const findings = rows.map(({ pageId, articleId, slug, title, detail, isChanged }) => ({
    id: pageId,
    title,
    // A landing page is edited in the template, the cities and the services.
    editPath: articleId ? `/articles/${articleId}` : `${PAGES_PATH}?q=${slug}`,
    detail: kind === 'page-links' ? toLinkText(detail) : detail,
    isChanged,
  }))
  return { kind, findings, total, page, pageCount }
}

const deadLinks = z.object({
  address: z.string(),
  fault: z.enum(['no-article', 'no-page', 'not-published']),
  count: z.number(),
})

function toLinkText(detail: string): string {
  const { address, fault, count: dead } = deadLinks.parse(JSON.parse(detail))
  return `${address}: ${linkFaults[fault]}${dead > 1 ? ` ${dead} of its links lead nowhere.` : ''}`
}

const listPageCounts = (trx: Transaction, operator: Operator): Promise<PageCount[]> =>
  trx
    .selectFrom('pageCounts')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .select(['articles', 'published', 'noindex', 'unpublished', 'retired'])
    .where(isOwn(operator, 'userId'))
    .where('day', '>', sql<string>`(now() at time zone 'UTC')::date - ${CHART_DAYS}::integer`)
    .orderBy('pageCounts.day')
    .execute()
