import type { Generated } from 'kysely'

/** What an account asks for on a site before readers see a text. */
interface ReviewRulesTable {
  userId: string
  siteId: string
  /** The approval of a person who did not write it. */
  pairs: Generated<boolean>
  /** The approval of what a language model wrote. */
  models: Generated<boolean>
}

/** The review of a text that readers do not see yet. */
interface ReviewsTable {
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

/** The approval of a text, for one site or for all. */
interface ApprovalsTable {
  id: Generated<string>
  /** The text, as an article, a draft or a variation has it in its revision. */
  revisionId: string
  userId: string
  /** Null for all sites. */
  siteId: string | null
  /** Null for a deleted person. */
  approvedBy: string | null
  approvedAt: Date
}

/** A note on a line of a text under review. */
interface ReviewNotesTable {
  id: string
  userId: string
  articleId: string
  madeBy: Generated<string | null>
  madeAt: Generated<Date>
  /** Null for a note on the whole text. */
  line: number | null
  quote: Generated<string>
  body: string
  settledAt: Generated<Date | null>
  settledBy: Generated<string | null>
}

/** The tables of reviews (decisions 76, 77, and 86). */
export interface ReviewTables {
  reviewRules: ReviewRulesTable
  reviews: ReviewsTable
  approvals: ApprovalsTable
  reviewNotes: ReviewNotesTable
}
