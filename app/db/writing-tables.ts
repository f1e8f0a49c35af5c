import type { ColumnType, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** The text of an article that readers do not see yet: that of a new one, or of a published one's working copy. */
export interface DraftsTable {
  id: string
  userId: string
  /** Kept by a trigger. */
  begunBy: Generated<string | null>
  writtenBy: string | null
  version: number
  text: ColumnType<unknown, string, string>
  articleVersion: Generated<string | null>
  base: ColumnType<unknown, string | undefined, string>
  createdAt: TimestampWithDefault
  savedAt: TimestampWithDefault
}

/** The cause of a state of an article. */
export type RevisionCause =
  | 'publish'
  | 'save'
  | 'restore'
  | 'backlinks'
  | 'import'
  | 'import-pictures'
  | 'tags'
  | 'picture'
  | 'plan'
  | 'variation'

/** A state of an article, of a draft that was never published, or of an article's variation for a site. */
export interface RevisionsTable {
  id: string
  articleId: string
  siteId: Generated<string | null>
  userId: string | null
  madeBy: Generated<string | null>
  madeAt: Generated<Date>
  number: number
  kind: 'published' | 'saved'
  cause: RevisionCause
  text: ColumnType<unknown, string, string>
  changed: string[]
  hash: Generated<string | null>
  restoredFrom: Generated<number | null>
  /** The writer, if another person published it. */
  writtenBy: Generated<string | null>
}

/** A link that shows a draft, or an article that is not live, to people without an account. */
export interface DraftSharesTable {
  id: string
  userId: string
  madeBy: string | null
  draftId: string
  madeAt: Generated<Date>
  endsAt: Date
}

/** A scheduled action on an article, with its time. */
export interface PlansTable {
  id: string
  userId: string
  madeBy: Generated<string | null>
  madeAt: Generated<Date>
  articleId: string
  kind: 'publish' | 'unpublish' | 'take-off'
  dueAt: Date
  revision: number | null
  writtenAs: Generated<number | null>
  siteIds: string[]
  varies: Generated<boolean>
  enqueuedAt: Generated<Date | null>
  /** True if its time has come, and its text is not approved yet. */
  waitsForReview: Generated<boolean>
  /** The time before its last move, and when that was; null if it was not moved, or moved back. */
  movedFrom: Generated<Date | null>
  movedAt: Generated<Date | null>
  doneAt: Generated<Date | null>
  result: Generated<'done' | 'refused' | 'cancelled' | null>
  notes: Generated<string[]>
}
