import type { Filled } from './column-kinds.ts'

export interface CheckedArticlesTable {
  runId: string
  articleId: string
  isPublished: boolean
  page: string | null
  inbound: Filled<number>
  outbound: Filled<number>
}

export interface BrokenLinksTable {
  runId: string
  articleId: string
  place: number
  words: string
  address: string
  fault: 'no-article' | 'no-page' | 'not-published'
}
