import type { ColumnType } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

/** The text of an article that readers do not see yet: that of a new one, or of a published one's working copy. */
export interface DraftsTable {
  id: string
  userId: string
  writtenBy: string | null
  version: number
  text: ColumnType<unknown, string, string>
  articleVersion: Filled<string | null>
  base: ColumnType<unknown, string | undefined, string>
  createdAt: Moment
  savedAt: Moment
}

/** A state of an article, of a draft that was never published, or of an article's variation for a site. */
export interface RevisionsTable {
  id: string
  articleId: string
  siteId: Filled<string | null>
  userId: string | null
  madeBy: Filled<string | null>
  madeAt: Filled<Date>
  number: number
  kind: 'published' | 'saved'
  text: ColumnType<unknown, string, string>
  changed: string[]
  hash: Filled<string | null>
  restoredFrom: Filled<number | null>
}

/** A link that shows a draft, or an article that is not live, to people without an account. */
export interface DraftSharesTable {
  id: string
  userId: string
  madeBy: string | null
  draftId: string
  madeAt: Filled<Date>
  endsAt: Date
}

/** What somebody wants to happen to an article, and when. */
export interface PlansTable {
  id: string
  userId: string
  madeBy: Filled<string | null>
  madeAt: Filled<Date>
  articleId: string
  kind: 'publish' | 'unpublish' | 'take-off'
  dueAt: Date
  revision: number | null
  siteIds: string[]
  varies: Filled<boolean>
  enqueuedAt: Filled<Date | null>
  doneAt: Filled<Date | null>
  result: Filled<'done' | 'refused' | 'cancelled' | null>
  notes: Filled<string[]>
}
