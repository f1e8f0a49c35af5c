import type { AuditScreen } from '../local-seo/audit/audit.ts'
import type { LinkReportScreen } from '../links/report/report.ts'
import type { ListedPage } from '../local-seo/landing-pages/landing-pages.ts'
import type { FieldError } from './api.ts'
import type { EngineState, Receipt } from '../local-seo/search-engines/search-engines.ts'

/** Returns the number of the page that a cursor names, 1 without one; undefined for a cursor that is none. */
export function toPageNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) : undefined
}

/** Returns the cursor behind a page of a list; null for the last one. */
export const toNextPage = ({ page, pageCount }: { page: number; pageCount: number }): string | null =>
  page < pageCount ? String(page + 1) : null

/** Returns a landing page as the API answers with it. */
export const toApiLandingPage = ({ id, slug, metaTitle, state, score, cityId, cityName }: ListedPage) => ({
  id,
  slug,
  title: metaTitle,
  state,
  score,
  cityId,
  cityName,
})

/** Returns an audit as the API answers with it. */
export const toApiAudit = ({ audit, listed }: AuditScreen) => ({
  ...(audit ?? NO_AUDIT),
  ...(listed ? toListed(listed) : { kind: null, entries: [], next: null }),
})

const NO_AUDIT = { auditedAt: null, pages: 0, counts: {} }

const toListed = ({ kind, findings, ...page }: NonNullable<AuditScreen['listed']>) => ({
  kind,
  entries: findings.map(({ title, detail, isChanged }) => ({ title, detail, isChanged })),
  next: toNextPage(page),
})

/** Returns a link report as the API answers with it. */
export function toApiLinkReport({ report, listed }: LinkReportScreen) {
  const { checkedAt, articles, links, orphans, broken } = report ?? NO_REPORT
  const part = listed
    ? { entries: listRows(listed.rows), next: toNextPage(listed) }
    : { entries: [], next: null }
  return { checkedAt, articles, links, orphans, broken, ...part }
}

const NO_REPORT = { checkedAt: null, articles: 0, links: 0, orphans: 0, broken: 0 }

type Listed = NonNullable<LinkReportScreen['listed']>

const listRows = (rows: Listed['rows']) =>
  rows.list === 'broken'
    ? rows.links.map(({ id, title, address, fault }) => ({ articleId: id, title, address, fault }))
    : rows.orphans.map(({ id, title }) => ({ articleId: id, title, address: null, fault: null }))

/** Returns the state of a search engine as the API answers with it. */
export const toApiEngine = ({ engine, state, waiting, pausedUntil }: EngineState) => ({
  engine,
  state,
  waiting,
  pausedUntil,
})

/** Returns the answer of a search engine as the API answers with it. */
export const toApiReceipt = (receipt: Receipt) => ({
  id: receipt.id,
  engine: receipt.engine,
  origin: receipt.origin,
  addresses: receipt.addresses,
  examples: receipt.examples,
  status: receipt.status,
  outcome: receipt.outcome,
  detail: receipt.detail,
  createdAt: receipt.createdAt,
})

/** Returns the faults of a template as the errors of a request. */
export const toTemplateErrors = (faults: Partial<Record<string, string>>): FieldError[] =>
  Object.entries(faults).map(([field, message = '']) => ({ field, message }))
