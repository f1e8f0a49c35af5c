import { z } from 'zod'
import { parseMonth } from '../../../shared/dates.ts'
import { type FoundRows, parseFilter, parsePage, toListUrl } from '../../../shared/page-list.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { PageAddress } from '../../articles/placement/placement.ts'
import type { ShownReview } from '../../writing/drafts/drafts.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'

/** The articles on one page of the board. */
export const ROWS_PER_PAGE = 50
/** The most articles that can be changed at once. */
export const CHANGED_AT_ONCE = 20_000

/** The states that the board can be filtered by. */
export const STATES = ['live', 'draft', 'scheduled', 'edited', 'for-me', 'sending', 'refused'] as const
/**
 * One of these states: `edited` is live with changes that readers do not see yet; `scheduled` has a plan to be
 * published; `for-me` waits for the person who looks, in a review.
 */
export type BoardState = (typeof STATES)[number]

/** The orders of the board, the default first. */
export const SORTS = ['changed', 'oldest', 'published', 'first-published', 'title', 'title-down'] as const
/** One of these orders. */
export type BoardSort = (typeof SORTS)[number]

/** The query of the board's URL: the filters and the order. Empty texts filter nothing. */
export interface BoardFilter {
  /** Words of the title or of the text. */
  q: string
  state: BoardState | ''
  /** The id of a site that should have the article. */
  site: string
  tag: string
  author: string
  /** A month such as `2026-11`: of the publication if the board is sorted by that, otherwise of the last change. */
  month: string
  sort: BoardSort
  page: number
}

/** The filter of the whole board. */
export const NO_FILTER: BoardFilter = {
  q: '',
  state: '',
  site: '',
  tag: '',
  author: '',
  month: '',
  sort: 'changed',
  page: 1,
}
const FILTER_NAMES = ['q', 'state', 'site', 'tag', 'author', 'month'] as const

/** Returns the filter in a URL. A value that means nothing is ignored (see `listIgnored`). */
export function parseBoard(search: URLSearchParams): BoardFilter {
  const read = (name: string) => parseFilter(search.get(name))
  const site = read('site')
  const month = read('month')
  return {
    q: read('q'),
    tag: read('tag'),
    author: read('author'),
    state: STATES.find((state) => state === read('state')) ?? '',
    site: z.uuid().safeParse(site).success ? site : '',
    month: parseMonth(month) ?? '',
    sort: SORTS.find((sort) => sort === read('sort')) ?? 'changed',
    page: parsePage(search.get('page')),
  }
}

/** A part of the address of the board. */
export type FilterName = keyof BoardFilter

/** Returns the parts of an address that have a value which means nothing. */
export function listIgnored(search: URLSearchParams): FilterName[] {
  const filter = parseBoard(search)
  const names = ['state', 'site', 'month', 'sort', 'page'] as const
  return names.filter((name) => {
    const value = parseFilter(search.get(name))
    return value !== '' && (name === 'month' ? filter.month === '' : value !== String(filter[name]))
  })
}

/** Returns the address of the board with some of a filter changed; on its first page, unless `page` is given. */
export function toBoardPath(filter: BoardFilter, changes: Partial<BoardFilter> = {}): string {
  const wanted = { ...NO_FILTER, ...filter, page: 1, ...changes }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== NO_FILTER[name as keyof BoardFilter],
  )
  return toListUrl(ARTICLES_PATH, Object.fromEntries(entries))
}

/** Returns true if the board is sorted by the date of publication, and so shows it. */
export const isByPublication = ({ sort }: BoardFilter): boolean => sort.endsWith('published')

/** Returns the number of filters that are set. */
export const countFilters = (filter: BoardFilter): number =>
  FILTER_NAMES.filter((name) => filter[name] !== '').length

/** A column of the board: the main site, or a site that articles can be published to. */
export interface BoardSite {
  id: string
  name: string
  /** True if articles can be published there now. */
  isAvailable: boolean
  /** True if it has settings that the account may change. */
  isOwn: boolean
}

/**
 * The state of an article on one site. `updating` is live with an older state; `leaving` is being taken off; `planned` is
 * not there, but a plan will publish it there.
 */
export type DotState = 'live' | 'updating' | 'sending' | 'leaving' | 'refused' | 'planned' | 'absent'

/** A site that has an article now. */
export interface Place {
  /** The time since which it is there; null if that is not known. */
  since: Date | null
  /** The address of its page; null if the site did not tell it. */
  url: string | null
}

/** The reason why a site refused an article. */
export interface SiteRefusal {
  /** A sentence. */
  reason: string | null
  /** The time of the next automatic attempt; null if there is none. */
  nextAttemptAt: Date | null
}

/** Everything that is known of an article on one site. */
export interface KnownPlace extends Partial<Place> {
  state: DotState
  refusal?: SiteRefusal | undefined
  plannedFor?: Date | undefined
  /** True if no other site has it. */
  isOnly: boolean
}

/** One article on the board. */
export interface BoardRow {
  id: string
  title: string
  /** `begun` was never published; `draft` was, or was imported as one. */
  state: 'live' | 'draft' | 'begun' | 'deleting'
  /** True if a working copy has changes that readers do not see. */
  hasChanges: boolean
  /** True if a text of it is planned to be published (decision 40). */
  isScheduled: boolean
  /** The state of the review of a text that readers do not see yet; null without one. */
  review: ShownReview | null
  tags: string[]
  author: string
  /** The URL on the main site; null while it is not live. */
  url: string | null
  publishedAt: Date | null
  changedAt: Date
  /** By the id of the site. A site without an entry was never requested. */
  dots: Record<string, DotState>
  /** By the id of the site, for those that refused. */
  siteRefusals: Record<string, SiteRefusal>
  /** By the id of the site, for those that have it now. */
  places: Record<string, Place>
  /** The time of the first plan that publishes it on a site, by the id of the site. */
  plannedFor: Record<string, Date>
}

/** Returns the title of a row as it is shown. */
export const toTitle = ({ title }: Pick<BoardRow, 'title'>): string => title.trim() || 'Untitled'

/** An article or a draft that a search found. */
export type FoundArticle = Pick<BoardRow, 'id' | 'title' | 'state' | 'url'>

/** One page of the board. */
export interface Board extends FoundRows<BoardRow> {
  sites: BoardSite[]
  /** The filter that selects the rows, without sites, tags and authors that do not exist. */
  filter: BoardFilter
  /** The parts of the URL that were left out. */
  unknown: FilterName[]
  /** The time at which it was read, which the ages of changes are counted from. */
  readAt: Date
}

/** Returns the state of an article on a site. */
export const toDotState = ({ dots }: Pick<BoardRow, 'dots'>, { id }: Pick<BoardSite, 'id'>): DotState =>
  dots[id] ?? 'absent'

const HAS_IT = new Set<DotState>(['live', 'updating'])

/** Returns true if readers find an article on a site, and nothing is wrong there. */
export const isOn = (row: Pick<BoardRow, 'dots'>, site: Pick<BoardSite, 'id'>): boolean =>
  HAS_IT.has(toDotState(row, site))

const NOT_THERE = new Set<DotState>(['absent', 'planned', 'leaving'])

/** Returns everything that is known of an article on a site. */
export function findPlace(row: BoardRow, { id }: Pick<BoardSite, 'id'>): KnownPlace {
  return {
    ...row.places[id],
    state: toDotState(row, { id }),
    refusal: row.siteRefusals[id],
    plannedFor: row.plannedFor[id],
    isOnly: Object.values(row.dots).filter((state) => !NOT_THERE.has(state)).length === 1,
  }
}

/** Returns the change that a button at a site makes; undefined if there is none now. */
export function findSiteChange(
  row: BoardRow,
  { id, isAvailable }: BoardSite,
): 'add-site' | 'remove-site' | 'publish' | 'redeliver' | undefined {
  const state = toDotState(row, { id })
  if (state === 'refused') return 'redeliver'
  const isFree = state === 'absent' || state === 'planned'
  if (row.state === 'draft') return isFree && id === MAIN_SITE_ID ? 'publish' : undefined
  if (row.state !== 'live') return undefined
  if (HAS_IT.has(state)) return 'remove-site'
  return isAvailable && isFree ? 'add-site' : undefined
}

/** The least number of sites that share one column, such as `4 of 12`. */
export const SITES_TOGETHER = 9

/** Returns the part of the board's address that opens what is known of an article on a site, or on all of them. */
export const toAt = (articleId: string, siteId?: string) =>
  siteId === undefined ? articleId : `${articleId}.${siteId}`

/** Returns the address of the board with that part open. */
export function toOpenPath(filter: BoardFilter, at: string): string {
  const path = toBoardPath(filter, { page: filter.page })
  return `${path}${path.includes('?') ? '&' : '?'}at=${at}`
}

/** The kind of the runs that change articles. */
export const CHANGE_RUN = 'articles'

/**
 * A change of articles. `rename-tag` merges two tags of an article that has both. `publish` restores unpublished
 * articles on their former sites. `unpublish` and `delete` with a `version` leave an article of another version alone.
 * `restore` undoes an earlier run. The undo of a deletion brings deleted articles back (`undeletes`).
 */
export const articleChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publish') }),
  z.object({ kind: z.enum(['unpublish', 'delete']), version: z.string().optional() }),
  z.object({ kind: z.enum(['add-tag', 'remove-tag']), tag: z.string().min(1).max(FIELDS.tags.limit) }),
  z.object({
    kind: z.literal('rename-tag'),
    tag: z.string().min(1),
    to: z.string().min(1).max(FIELDS.tags.limit),
  }),
  z.object({ kind: z.enum(['add-site', 'remove-site']), siteId: z.uuid() }),
  z.object({ kind: z.literal('restore'), runId: z.uuid(), undeletes: z.boolean().optional() }),
])
/** One of these changes. */
export type ArticleChange = z.output<typeof articleChange>

/** The publication, the tags and the sites of an article. */
export interface Placement {
  publishedAt: Date | null
  tags: string[]
  /** The sites that should have it, apart from the main one. */
  siteIds: string[]
  /** True if the sites of a deleted draft get variations. */
  varies?: boolean | undefined
  /** The person who began a deleted draft; null for a deleted one, and for the account as a whole. */
  begunBy?: string | null | undefined
  /** The tags of the texts that its plans will publish, by the id of the plan, if the change changed one of them. */
  planned?: Record<string, string> | undefined
  /** The address of a deleted page. */
  page?: PageAddress | undefined
}

/** A change of one article, as its undo reads it. */
export interface ChangedArticle {
  before: Placement
  /** The state that the change left. Older changes did not store it. */
  after?: Placement | undefined
}

/** The outcome of a change of one article. */
export type ChangeOutcome = 'changed' | 'unchanged' | 'refused'

/** A reason why one article was not changed, or not as asked. */
export type ArticleRefusal =
  | 'draft-gone'
  | 'too-many-drafts'
  | 'begun'
  | 'gone'
  | 'deleted'
  | 'not-live'
  | 'site-unavailable'
  | 'alt-missing'
  | 'changed-since'
  | 'address-gone'
  | 'too-many-tags'
  | 'review-needed'

/** One of these reasons as a row has it; in a row of an earlier version, the sentence. */
export type StoredReason = string

/** The outcome of a change of several articles. */
export interface ChangeSummary {
  runId: string
  kind: ArticleChange['kind']
  /** True if all articles are done; otherwise the run does the others. */
  isOver: boolean
  total: number
  /** The reason why it ended before all articles were done, as a sentence. */
  error?: string | null | undefined
  counts: Partial<Record<ChangeOutcome, number>>
  /** True if something was changed that can be undone. */
  isUndoable: boolean
  /** The title of the article, if it was only one. */
  title: string | null
  /** The name of the site, if the change was about one. */
  siteName: string | null
  /** The reasons why articles were refused, or not changed as asked, each listed once. */
  refusals: StoredReason[]
  /** These articles, with the reason; 100 at most. */
  refused: { articleId: string; title: string; reason: StoredReason }[]
  /** The number of sites of these articles that failed. */
  failed: number
}

/** The most refused articles that a summary names. */
export const REFUSED_SHOWN = 100

/** The reason why a change was not started. */
export type ChangeRefusal = Refusal<
  | 'none-selected'
  | 'too-many-selected'
  | 'selection-changed'
  | 'too-often'
  | 'tag-wrong'
  | 'article-unknown'
  | 'change-unknown'
>

/** The tags, authors and months of an account's articles, as choices of the filters. */
export interface Labels {
  tags: string[]
  authors: string[]
  /** Such as `November 2026`, the newest first. */
  months: string[]
}

/** The path that returns them. */
export const LABELS_PATH = `${ARTICLES_PATH}/labels`
