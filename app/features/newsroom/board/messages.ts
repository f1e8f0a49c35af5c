import { toDay, toMoment } from '../../../shared/dates.ts'
import { countOf, joinWords } from '../../../shared/text.ts'
import type {
  ArticleChange,
  ArticleRefusal,
  ChangeRefusal,
  ChangeSummary,
  DotState,
  FilterName,
  KnownPlace,
  SiteRefusal,
  StoredReason,
} from './board.ts'
import type { UndoRefusal } from './undo.ts'

/** The sentence for each reason why one article was not changed, or not as asked. */
const articleRefusals: Record<ArticleRefusal, string> = {
  'draft-gone': 'It cannot be brought back any more.',
  'too-many-drafts': 'You have 1,000 drafts. Discard one to bring this one back.',
  begun: 'A draft that was never published is published from its editor.',
  gone: 'An article is not there any more.',
  deleted: 'An article that was deleted cannot be changed.',
  'not-live': 'An article has to be live before it goes to other sites.',
  'site-unavailable': 'This site is not available any more.',
  'alt-missing': 'A picture in it has no alt text.',
  'changed-since': 'An article was changed again since. It stays as it is.',
  'address-gone': 'The address of a page is not free any more. It came back without it.',
  'too-many-tags': 'An article has 20 tags at most.',
  'review-needed': 'A site asks for a second pair of eyes. Somebody else has to approve the text first.',
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
  const sentences = [summary.error, ...toLeft(summary), ...toSitesLeft(summary)].filter(
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

const toLeft = ({ counts: { refused = 0 }, refusals: reasons }: ChangeSummary) => [
  ...(refused > 0 ? [`${countArticles(refused)} not changed.`] : []),
  ...new Set(reasons.map(sayRefusal)),
]

function toSitesLeft({ kind, failed, siteName, title }: ChangeSummary): string[] {
  if (failed === 0) return []
  const [isRemoved, isNew] = [REMOVALS.has(kind), kind === 'publish' || kind === 'add-site']
  if (siteName === null)
    return [
      `${failed} site(s) ${isRemoved ? 'still have it' : `do not have ${isNew ? 'it' : 'the change'} yet`}.`,
    ]
  const what = title === null ? `${failed} of them` : 'it'
  return [isRemoved ? `${siteName} still has ${what}.` : `${siteName} does not have ${what} yet.`]
}

const REMOVALS = new Set<ArticleChange['kind']>(['unpublish', 'remove-site', 'delete'])

/** Returns the toast after another attempt to deliver an article to one site. */
export const toRetryMessage = ({ siteName, isUpToDate }: { siteName: string; isUpToDate: boolean }) =>
  isUpToDate
    ? { title: `${siteName} is up to date`, tone: 'ok' as const }
    : { title: `${siteName} is not up to date yet`, description: 'Its mark says why.', tone: 'bad' as const }

/** The label of each state of an article on a site. */
export const dotWords: Record<DotState, string> = {
  live: 'live',
  updating: 'live, an update is on its way',
  sending: 'sending',
  leaving: 'being taken off',
  refused: 'refused',
  planned: 'planned',
  absent: 'not there',
}

/** What is known of an article on one site, in a title and a note. */
interface SaidPlace {
  title: string
  note?: string | undefined
}

/** Returns what is known of an article on a site, such as `On Harbour since 14 Nov`. */
export function sayPlace(
  siteName: string,
  { state, since, refusal, plannedFor, isOnly }: KnownPlace,
  now: Date,
): SaidPlace {
  const on = since ? `On ${siteName} since ${toDay(since, now)}` : `On ${siteName}`
  const last = isOnly ? 'It is on no other site: taken off, it becomes a draft.' : undefined
  const said: Record<DotState, SaidPlace> = {
    live: { title: on, note: last },
    updating: { title: on, note: ['An update is on its way.', last].filter(Boolean).join(' ') },
    sending: { title: `On its way to ${siteName}` },
    leaving: { title: `Being taken off ${siteName}` },
    refused: { title: `${siteName} refused it`, note: refusal && sayRefusedSite(refusal) },
    planned: { title: `Planned for ${siteName}`, note: plannedFor && toMoment(plannedFor) },
    absent: { title: `Not on ${siteName}` },
  }
  return said[state]
}

/** Returns the same in a few words, beside the name of the site. */
export function sayPlaceBriefly({ state, since, refusal, plannedFor }: KnownPlace, now: Date): string {
  if (state === 'live' && since) return `since ${toDay(since, now)}`
  if (state === 'refused' && refusal?.reason) return refusal.reason
  return plannedFor && state === 'planned' ? `planned for ${toMoment(plannedFor)}` : dotWords[state]
}

/** The text of the button that changes an article on a site. */
export const siteButtons = {
  'add-site': 'Publish there',
  'remove-site': 'Take off',
  publish: 'Publish again',
  redeliver: 'Try again now',
}

const sayRefusedSite = ({ reason, nextAttemptAt }: SiteRefusal) =>
  [reason, nextAttemptAt && `The next attempt is at ${toMoment(nextAttemptAt)}.`].filter(Boolean).join(' ')

const changeFailures: Record<string, string> & { other: string } = {
  other: 'Failed to change the articles',
  undo: 'Failed to undo',
  redeliver: 'Failed to try again',
  publish: 'Failed to publish articles',
  unpublish: 'Failed to unpublish articles',
  delete: 'Failed to delete articles',
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
export const toReplaceLabel = (count: number) => `Replaced a picture in ${countOf(count, 'text', 'texts')}`

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
    description: 'A plan for the article was made since. Cancel it first.',
  },
  'written-since': {
    title: notUndone,
    description: 'The article has changes that are not published. Publish or discard them first.',
  },
  'picture-gone': {
    title: notUndone,
    description: 'A picture of the text of before was deleted since. Its revisions have that text.',
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
