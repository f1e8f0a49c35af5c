import { toList } from '../../../shared/text.ts'
import { toTagKey } from '../../articles/articles.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { ArticleChange, Placement } from './board.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

type TagChange = Extract<ArticleChange, { tag: string }>

/** Returns the tags of a text after a change, as its form has them; undefined if they stay. */
export function changeLine(line: string, change: TagChange): string | undefined {
  const before: Placement = { publishedAt: null, tags: toList(line), siteIds: [] }
  const after = changeTags(before, change)
  return isRefusal(after) || after.tags.join() === before.tags.join() ? undefined : after.tags.join(', ')
}

/** Returns an article's placement after a change of its tags, or a refusal. */
export function changeTags(before: Placement, change: TagChange): Placement | Refusal<'too-many-tags'> {
  const isTag = (own: string) => toTagKey(own) === toTagKey(change.tag)
  if ('to' in change) {
    const { to } = change
    const isEither = (own: string) => isTag(own) || toTagKey(own) === toTagKey(to)
    return { ...before, tags: [...new Set(before.tags.map((own) => (isEither(own) ? to : own)))] }
  }
  if (change.kind === 'remove-tag') return { ...before, tags: before.tags.filter((own) => !isTag(own)) }
  return before.tags.some(isTag) ? before : addTag(before, change.tag)
}

function addTag(before: Placement, tag: string): Placement | Refusal<'too-many-tags'> {
  return before.tags.length < FIELDS.tags.most
    ? { ...before, tags: [...before.tags, tag] }
    : refuse('too-many-tags')
}
