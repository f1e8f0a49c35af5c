import { countOf } from '../../../shared/text.ts'
import type {
  ArticleChange,
  ArticleRefusal,
  ChangeRefusal,
  ChangeSummary,
  DotState,
  FilterName,
  StoredReason,
} from './board.ts'
import type { UndoRefusal } from './undo.ts'

/** The sentence for each reason why one article was not changed. */
const articleRefusals: Record<ArticleRefusal, string> = {
  'draft-gone': 'It cannot be brought back any more.',
  'too-many-drafts': 'You have 1,000 drafts. Discard one to bring this one back.',
  begun: 'A draft that was never published is published from its editor.',
  gone: 'An article is not there any more.',
  deleted: 'An article that was deleted cannot be changed.',
  'not-live': 'An article has to be live before it goes to other sites.',
  'site-unavailable': 'This site is not available any more.',
  'alt-missing': 'An image in it has no alt text.',
  'changed-since': 'An article was changed again since. It stays as it is.',
  'too-many-tags': 'An article has 20 tags at most.',
}
const isKnown = (reason: StoredReason): reason is ArticleRefusal => Object.hasOwn(articleRefusals, reason)

/** Returns the sentence for a reason why one article was not changed. */
export const sayRefusal = (reason: StoredReason): string =>
  isKnown(reason) ? articleRefusals[reason] : reason

/** Returns the result of an article as callers of the API read it: the reason is a sentence. */
export const sayResult = ({ reason, ...result }: Record<string, unknown>): Record<string, unknown> =>
  typeof reason === 'string' ? { ...result, refusal: sayRefusal(reason) } : result

/** The toast for each reason why a change was not started. */
export const changeRefusals: Record<ChangeRefusal['reason'], { title: string; description: string }> = {
  'none-selected': { title: 'Nothing is selected', description: 'Tick articles first.' },
  'too-many-selected': {
    title: 'Too many articles at once',
    description: 'At most 20,000 can be changed at once. Narrow the list with a filter.',
  },
  'selection-changed': {
    title: 'Nothing was changed',
    description: 'Articles came or went since you selected all of them. Look at the list and try again.',
  },
  'too-often': {
    title: 'Not changed yet',
    description: 'That was a lot in a short time. Try again in a while.',
  },
  'tag-wrong': { title: 'That is no tag', description: 'A tag has 1 to 50 characters and no comma.' },
  'article-unknown': { title: 'Nothing was changed', description: 'This article is not there any more.' },
  'change-unknown': { title: 'Nothing was changed', description: 'Reload the page and try again.' },
}

const FILTER_WORDS: Record<FilterName, string> = {
  q: 'search',
  state: 'state',
  site: 'site',
  tag: 'tag',
  author: 'author',
  month: 'month',
  sort: 'order',
  page: 'page',
}

/** The sentence above a list whose address asks for things that do not exist. */
export const toIgnoredMessage = (names: FilterName[]) =>
  `The address asks for ${joinWords(names.map((name) => `${/^[aeiou]/.test(FILTER_WORDS[name]) ? 'an' : 'a'} ${FILTER_WORDS[name]}`))} that your articles do not have. The list is shown without ${names.length === 1 ? 'it' : 'them'}.`

const joinWords = (words: string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

const DONE: Record<ArticleChange['kind'], string> = {
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  'add-tag': 'Tagged',
  'remove-tag': 'Tag removed from',
  'rename-tag': 'Tag renamed in',
  'add-site': 'Published on',
  'remove-site': 'Taken off',
  restore: 'Undone for',
}

const UNDER_WAY: Record<ArticleChange['kind'], string> = {
  publish: 'Publishing',
  unpublish: 'Unpublishing',
  delete: 'Deleting',
  'add-tag': 'Tagging',
  'remove-tag': 'Removing a tag from',
  'rename-tag': 'Renaming a tag in',
  'add-site': 'Publishing',
  'remove-site': 'Taking off',
  restore: 'Undoing',
}

/** Returns `1 article` or `1,234 articles`. */
export const countArticles = (count: number) => countOf(count, 'article', 'articles')

/** The title over the progress of a change. */
export const changeUnderWay = (kind: ArticleChange['kind'], total: number) =>
  `${UNDER_WAY[kind]} ${countArticles(total)}`

/** Returns the toast after a change, with the numbers of changed and refused articles. */
export function toChangeMessage(summary: ChangeSummary) {
  const { kind, failed, error } = summary
  const sentences = [error, ...toLeft(summary), ...toSitesLeft(kind, failed)].filter(
    (one) => typeof one === 'string',
  )
  return {
    title: toChangeTitle(summary),
    description: sentences.join(' ') || undefined,
    tone: sentences.length > 0 ? ('warn' as const) : ('ok' as const),
  }
}

/** Returns what a change did, such as `Unpublished 3 articles`. */
export function toChangeTitle({
  kind,
  counts: { changed = 0 },
  title,
  siteName,
}: Pick<ChangeSummary, 'kind' | 'counts' | 'title' | 'siteName'>): string {
  if (changed === 0) return 'Nothing to change'
  const what = title === null ? countArticles(changed) : `“${title}”`
  return `${DONE[kind]} ${siteName === null ? what : `${siteName}: ${what}`}`
}

const toLeft = ({ counts: { refused = 0 }, refusals: reasons }: ChangeSummary) =>
  refused > 0 ? [`${countArticles(refused)} not changed.`, ...new Set(reasons.map(sayRefusal))] : []

const toSitesLeft = (kind: ArticleChange['kind'], failed: number) =>
  failed > 0 ? [`${failed} site(s) ${kind === 'delete' ? 'still have it' : 'do not have it yet'}.`] : []

/** The label of each state of an article on a site. */
export const dotWords: Record<DotState, string> = {
  live: 'live',
  sending: 'sending',
  refused: 'refused',
  absent: 'not there',
}

const changeFailures: Record<string, string> & { other: string } = {
  other: 'Failed to change the articles',
  undo: 'Failed to undo',
  redeliver: 'Failed to try again',
  publish: 'Failed to publish posts',
  unpublish: 'Failed to unpublish posts',
  delete: 'Failed to delete posts',
  'add-tag': 'Failed to add the tag',
  'remove-tag': 'Failed to remove the tag',
  'add-site': 'Failed to add the site',
  'remove-site': 'Failed to take the articles off the site',
}

/** Returns the title of the toast if the server did not answer, in the words of the pressed button. */
export const toChangeFailure = (intent: string): string => changeFailures[intent] ?? changeFailures.other

/** Returns what a publish of one article did. */
export const toPublishLabel = (title: string, isFirst: boolean) =>
  `${isFirst ? 'Published' : 'Published changes of'} “${title}”`

/** Returns what the move of a plan did. */
export const toMovedLabel = (title: string) => `Moved the plan of “${title}”`

/** Returns what the replacement of a picture did. */
export const toReplaceLabel = (count: number) => `Replaced an image in ${countOf(count, 'text', 'texts')}`

/** The toast after a new text was taken back. */
export const textTakenBack = {
  title: 'Undone',
  description: 'Readers see the text of before again. The other one stays among the revisions.',
}

/** The title of the toast if the server did not answer. */
export const undoFailed = 'Failed to undo'

const notUndone = 'Not undone'

/** The toast for each reason why an act was not undone. */
export const undoRefusals: Record<UndoRefusal, { title: string; description: string }> = {
  gone: { title: notUndone, description: 'This cannot be undone any more.' },
  'under-way': { title: 'Not undone yet', description: 'Other work is not done yet. Try again in a moment.' },
  'changed-since': {
    title: notUndone,
    description: 'The article was changed again since. Its revisions have the earlier texts.',
  },
  'planned-since': {
    title: notUndone,
    description: 'The article was scheduled since. Cancel its plan first.',
  },
  'written-since': {
    title: notUndone,
    description: 'The article has changes that are not published. Publish or discard them first.',
  },
  'picture-gone': {
    title: notUndone,
    description: 'An image of the text of before was deleted since. Its revisions have that text.',
  },
  'not-publishable': {
    title: notUndone,
    description: 'It cannot be published as it was before. Its revisions have the earlier text.',
  },
  'too-often': {
    title: 'Not undone yet',
    description: 'That was a lot in a short time. Try again in a while.',
  },
}
