import { toTagKey } from '../../articles/articles.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { ArticleChange, Placement } from './board.ts'
import { refusals } from './messages.ts'

/** Returns an article's placement after a change of its tags, or the reason of a refusal as a sentence. */
export function changeTags(
  before: Placement,
  change: Extract<ArticleChange, { tag: string }>,
): Placement | string {
  const isTag = (own: string) => toTagKey(own) === toTagKey(change.tag)
  if ('to' in change) {
    const { to } = change
    const isEither = (own: string) => isTag(own) || toTagKey(own) === toTagKey(to)
    return { ...before, tags: [...new Set(before.tags.map((own) => (isEither(own) ? to : own)))] }
  }
  if (change.kind === 'remove-tag') return { ...before, tags: before.tags.filter((own) => !isTag(own)) }
  return before.tags.some(isTag) ? before : addTag(before, change.tag)
}

function addTag(before: Placement, tag: string): Placement | string {
  return before.tags.length < FIELDS.tags.most
    ? { ...before, tags: [...before.tags, tag] }
    : refusals.tooManyTags
}
