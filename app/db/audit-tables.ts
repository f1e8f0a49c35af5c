import type { Filled } from './column-kinds.ts'
import type { GeneratedAlways } from 'kysely'

export interface AuditFindingsTable {
  runId: string
  articleId: string | null
  landingPageId: string | null
  pageId: GeneratedAlways<string>
  kind: string
  detail: Filled<string>
}

export interface PageCountsTable {
  userId: string
  day: string
  articles: number
  published: number
  noindex: number
  unpublished: number
  retired: number
}
