import { toList } from '../../../shared/text.ts'
import { toTagKey } from '../../articles/articles.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { ArticleChange, Placement } from './board.ts'
import { refusals } from './messages.ts'

type TagChange = Extract<ArticleChange, { tag: string }>

/** Returns the tags of a text after a change, as its form has them; undefined if they stay. */
export function changeLine(line: string, change: TagChange): string | undefined {
  const before: Placement = { publishedAt: null, tags: toList(line), siteIds: [] }
  const after = changeTags(before, change)
  return typeof after === 'string' || after.tags.join() === before.tags.join()
    ? undefined
    : after.tags.join(', ')
}

/** Returns an article's placement after a change of its tags, or the reason of a refusal as a sentence. */
export function changeTags(before: Placement, change: TagChange): Placement | string {
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
