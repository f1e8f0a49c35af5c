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

/** How many pages an account had in each state on a day (UTC). */
export interface PageCountsTable {
  userId: string
  day: string
  articles: number
  published: number
  noindex: number
  unpublished: number
  retired: number
}
