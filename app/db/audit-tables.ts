import type { GeneratedAlways, Generated } from 'kysely'

/** One problem that an audit found on a page of an account. */
export interface AuditFindingsTable {
  runId: string
  articleId: string | null
  landingPageId: string | null
  pageId: GeneratedAlways<string>
  kind: string
  detail: Generated<string>
}

/** The number of pages of an account in each state on a day (UTC). */
export interface PageCountsTable {
  userId: string
  day: string
  articles: number
  published: number
  noindex: number
  unpublished: number
  retired: number
}
