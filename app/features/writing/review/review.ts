import type { Comparison, RevisedText } from '../../articles/revisions/revisions.ts'
import type { NotedText } from './notes.ts'
import type { ReviewState } from '../drafts/drafts.ts'

/** The most characters of what a person says to a text. */
export const MESSAGE_LENGTH = 2000

/** A text that readers do not see yet, as the screen of its review shows it. */
export interface ReviewedText {
  /** The id of the draft, or of the article. */
  id: string
  title: string
  text: RevisedText
  /** Undefined for a text that was never submitted. */
  review: OpenReview | undefined
  /** The text that a reviewer saw last, or that readers see; undefined for a new text. */
  comparison: Comparison | undefined
  /** Its lines with the notes on them. */
  noted: NotedText
  /** What a model wrote for sites that ask for a review of it, beside the text of the article. */
  variations: UnseenVariation[]
  /** Who has approved the text for which sites. */
  approvals: ShownApproval[]
  /** Names the text and its review, so that a decision is about what was on the screen. */
  seen: string
  /** The number of the planned text that is shown in place of the text that is saved now. */
  planned: number | undefined
  /** True if the person wrote it last. Somebody else has to approve it. */
  isOwn: boolean
  /** The path of the form in which the text is written. */
  back: string
}

/** A review that is not over. */
export interface OpenReview {
  state: ReviewState
  /** True if the text is approved, and was changed since. */
  isStale: boolean
  submittedBy: string | null
  submittedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  message: string
}

/** What an account asks for on a site before readers see a text. */
export interface ReviewRule {
  siteId: string
  /** A second pair of eyes. */
  pairs: boolean
  /** A review of what a model wrote. */
  models: boolean
}

/** The approval of a text, as the screen names it. */
export interface ShownApproval {
  /** Null for all sites. */
  siteName: string | null
  by: string | null
  at: Date
}

/** A variation that a model wrote, and that nobody has approved. */
export interface UnseenVariation {
  siteName: string
  comparison: Comparison
}

/** A decision on a text. */
export interface Decision {
  kind: 'approve' | 'changes'
  seen: string
  message: string
  /** The number of a planned text; undefined for the text that is saved now. */
  planned: number | undefined
}

/** Returns the number of a revision in an address or a form; undefined without one. */
export const parseNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
