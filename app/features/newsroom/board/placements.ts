import { pick } from '../../../shared/pick.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { ArticleChange, ArticleRefusal, ChangedArticle, Placement } from './board.ts'
import { changeTags } from './change-tags.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** A change, and what it depends on besides the article. */
export interface Wish {
  change: ArticleChange
  /** The ids of the sites that the account may publish to. */
  available: Set<string>
  /** Those among them on which the account asks for a second pair of eyes. */
  reviewed: Set<string>
  /** The time of the change that an undo takes back. */
  undoneAt: Date | undefined
  /** The changes that an undo takes back, by the id of the article. */
  earlier: Map<string, ChangedArticle>
}

const PARTS = ['publishedAt', 'tags', 'siteIds'] as const

/** Returns the state of an article; `ordered` are the sites that it was ever ordered for. */
export const toPlacement = (
  { publishedAt, tags }: Pick<Placement, 'publishedAt' | 'tags'>,
  ordered: { siteId: string; isWanted: boolean }[],
): Placement => ({
  publishedAt,
  tags,
  siteIds: ordered.filter(({ isWanted }) => isWanted).map(({ siteId }) => siteId),
})

/** Returns true if two states are the same, with their sites in any order. */
export const isSame = (one: Placement, other: Placement) =>
  PARTS.every((part) => isSamePart(part, one, other))

/** Returns the parts of a state that a change stores as the state that it left. */
export const toAfter = (wanted: Placement): Placement => pick(wanted, PARTS)

interface Now {
  before: Placement
  articleId: string
  /** The sites that it was ever ordered for. */
  onceOn: string[]
  /** True for a page of a site, such as About: it is published without being on any list. */
  isPage: boolean
}

/** Returns the new state of an article, or a refusal. */
export function toWanted(
  { change, available, earlier }: Wish,
  { before, articleId, onceOn, isPage }: Now,
): Placement | Refusal<ArticleRefusal> {
  if ('tag' in change) return changeTags(before, change)
  switch (change.kind) {
    case 'publish':
      return publishAgain(before, { isPage, onceOn: onceOn.filter((id) => available.has(id)) })
    case 'unpublish':
      return { ...before, publishedAt: null, siteIds: [] }
    case 'add-site':
      return addSite(before, change.siteId, available)
    case 'remove-site':
      return removeSite(before, { siteId: change.siteId, isPage })
    case 'restore':
      return restore(before, earlier.get(articleId), available)
    case 'delete':
      return before
  }
}

/**
 * Returns a state with the parts that a change has changed as they were before it; the other parts stay as they are now.
 * Refuses if such a part was changed again since: that is a newer decision.
 */
export function restore(
  now: Placement,
  change: ChangedArticle | undefined,
  available: Set<string>,
): Placement | Refusal<ArticleRefusal> {
  if (!change) return now
  const siteIds = change.before.siteIds.filter((id) => available.has(id) || now.siteIds.includes(id))
  const wanted = { ...change.before, siteIds }
  const { after } = change
  if (!after) return wanted
  const changed = PARTS.filter((part) => !isSamePart(part, change.before, after))
  const isNewer = changed.some((part) => !isSamePart(part, now, after) && !isSamePart(part, now, wanted))
  if (isNewer) return refuse('changed-since')
  return { ...now, ...pick(wanted, changed) }
}

const isSamePart = (part: (typeof PARTS)[number], one: Placement, other: Placement) =>
  toText(part, one) === toText(part, other)

const toText = (part: (typeof PARTS)[number], placement: Placement) =>
  JSON.stringify(part === 'siteIds' ? placement.siteIds.toSorted() : placement[part])

// An imported draft was on no site yet. It is published on the main site.
function publishAgain(before: Placement, { onceOn, isPage }: Pick<Now, 'onceOn' | 'isPage'>): Placement {
  if (before.publishedAt) return before
  return {
    ...before,
    publishedAt: new Date(),
    siteIds: onceOn.length > 0 || isPage ? onceOn : [MAIN_SITE_ID],
  }
}

// An article that is on no site any more is not published.
function removeSite(before: Placement, { siteId, isPage }: { siteId: string; isPage: boolean }): Placement {
  const siteIds = before.siteIds.filter((id) => id !== siteId)
  if (siteIds.length === before.siteIds.length) return before
  return { ...before, siteIds, ...(siteIds.length === 0 && !isPage && { publishedAt: null }) }
}

function addSite(
  before: Placement,
  siteId: string,
  available: Set<string>,
): Placement | Refusal<'not-live' | 'site-unavailable'> {
  if (!before.publishedAt) return refuse('not-live')
  if (!available.has(siteId)) return refuse('site-unavailable')
  return { ...before, siteIds: [...new Set([...before.siteIds, siteId])] }
}
