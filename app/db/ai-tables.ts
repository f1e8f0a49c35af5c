import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

export interface AiUsageTable {
  userId: string
  day: ColumnType<string, string, never>
  tokens: number
  calls: Filled<number>
}

export interface VariationsTable {
  articleId: string
  siteId: string
  sourceHash: string
  state: 'written' | 'refused'
  reason: string | null
  detail: string | null
  title: string | null
  content: string | null
  metaDescription: string | null
  createdAt: Moment
}
