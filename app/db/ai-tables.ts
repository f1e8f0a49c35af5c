import type { ColumnType, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** The number of tokens and calls of a language model that an account used on a day (UTC). */
export interface AiUsageTable {
  userId: string
  day: ColumnType<string, string, never>
  tokens: number
  calls: Generated<number>
}

/** An article in other words for one site, or the reason why there is none (decision 20). */
export interface VariationsTable {
  articleId: string
  siteId: string
  sourceHash: string
  lang: string | null
  state: 'written' | 'refused'
  reason: string | null
  detail: string | null
  title: string | null
  content: string | null
  metaDescription: string | null
  approvedAt: Generated<Date | null>
  createdAt: TimestampWithDefault
}
