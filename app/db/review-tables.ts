import type { Generated } from 'kysely'

/** A site on which an account asks for a second pair of eyes. */
export interface ReviewRulesTable {
  userId: string
  siteId: string
}

/** The review of a text that readers do not see yet. */
export interface ReviewsTable {
  userId: string
  articleId: string
  state: 'waiting' | 'changes' | 'approved'
  revision: number
  submittedBy: Generated<string | null>
  submittedAt: Generated<Date>
  decidedBy: Generated<string | null>
  decidedAt: Generated<Date | null>
  /** The text that was decided on last. */
  decidedRevision: Generated<number | null>
  message: Generated<string>
}
