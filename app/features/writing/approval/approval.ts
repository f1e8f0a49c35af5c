import { withLineFeeds } from '../../../shared/text.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { checkText } from '../writing.ts'

/** The approval of a text, for one site or for all. */
export interface Approval {
  /** Null for a deleted person. */
  approvedBy: string | null
  approvedAt: Date
  /** Null for all sites. */
  siteId: string | null
}

/** The people behind a text besides the one who published it. */
export interface Credits {
  /** The writer, if another person published it. */
  writtenBy: string | null
  approvals: Approval[]
}

/** Returns true if the approvals of a text are for all these sites. */
export const coverSites = (approvals: Approval[], siteIds: string[]): boolean =>
  siteIds.every((id) => approvals.some(({ siteId }) => siteId === null || siteId === id))

/** Returns the path of the screen on which a text is reviewed. */
export const toReviewPath = (id: string) => `/articles/${id}/review`

/**
 * Returns true if two texts are the same for readers. Spaces at their ends do not count. A new article gets its address
 * when it is published, so its draft has none.
 */
export function isSameForReaders(one: RevisedText, other: RevisedText): boolean {
  const sameAddress = one.slug === other.slug || one.slug === '' || other.slug === ''
  return sameAddress && toShown(one) === toShown(other)
}

function toShown(text: RevisedText): string {
  const checked = checkText({ ...text, content: withLineFeeds(text.content) })
  return JSON.stringify(checked.ok ? toTypedFields(checked.text) : text)
}
