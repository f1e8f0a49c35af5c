import { withLineFeeds } from '../../../shared/text.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { checkText } from '../writing.ts'

/** The approval of a text. */
export interface Approval {
  /** Null for a deleted person. */
  approvedBy: string | null
  /** Null without an approval. */
  approvedAt: Date | null
  /** The sites that it is for; null for all. */
  approvedSites: string[] | null
}

/** The people behind a text besides the one who published it. */
export interface Credits extends Partial<Approval> {
  /** The writer, if another person published it. */
  writtenBy: string | null
}

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
