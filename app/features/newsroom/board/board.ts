import { z } from 'zod'
import { parseFilter, parsePage } from '../../../shared/page-list.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'

/** The articles on one page of the board. */
export const ROWS_PER_PAGE = 50
/** The most articles that can be changed at once. */
export const CHANGED_AT_ONCE = 20_000

/** The states that the board can be filtered by. */
export const STATES = ['live', 'draft', 'scheduled', 'edited', 'sending', 'refused'] as const
/**
 * One of these states: `edited` is live with changes that readers do not see yet; `scheduled` has a plan to be
 * published.
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
    month: /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : '',
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
    return value !== '' && value !== String(filter[name])
  })
}

/** Returns the address of the board with some of a filter changed; on its first page, unless `page` is given. */
export function toBoardPath(filter: BoardFilter, changes: Partial<BoardFilter> = {}): string {
  const wanted = { ...NO_FILTER, ...filter, page: 1, ...changes }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== NO_FILTER[name as keyof BoardFilter],
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? ARTICLES_PATH : `${ARTICLES_PATH}?${search}`
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

/** The state of an article on one site: published, pending, refused, or absent. */
export type DotState = 'live' | 'sending' | 'refused' | 'absent'

/** The reason why a site refused an article. */
export interface SiteRefusal {
  /** A sentence. */
  reason: string | null
  /** The time of the next automatic attempt; null if there is none. */
  nextAttemptAt: Date | null
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
}

/** An article or a draft that a search found. */
export type FoundArticle = Pick<BoardRow, 'id' | 'title' | 'state' | 'url'>

/** One page of the board. */
export interface Board {
  rows: BoardRow[]
  sites: BoardSite[]
  /** The number of articles that the filter selects, and of all articles of the account. */
  found: number
  total: number
  page: number
  pageCount: number
  /** The filter that selects the rows, without sites, tags and authors that do not exist. */
  filter: BoardFilter
  /** The parts of the URL that were left out. */
  unknown: FilterName[]
}

/** The kind of the runs that change articles. */
export const CHANGE_RUN = 'articles'

/**
 * A change of articles. `rename-tag` merges two tags of an article that has both. `publish` restores unpublished
 * articles on their former sites. `unpublish` with a `version` leaves an article of another version alone. `restore`
 * undoes an earlier run. The undo of a deletion brings deleted articles back (`undeletes`).
 */
export const articleChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['publish', 'delete']) }),
  z.object({ kind: z.literal('unpublish'), version: z.string().optional() }),
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
  /** The tags of the texts that its plans will publish, by the id of the plan, if the change changed them. */
  planned?: Record<string, string> | undefined
}

/** A change of one article, as its undo reads it. */
export interface ChangedArticle {
  before: Placement
  /** The state that the change left. Older changes did not store it. */
  after?: Placement | undefined
}

/** The outcome of a change of one article. */
export type ChangeOutcome = 'changed' | 'unchanged' | 'refused'

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
  /** The reasons why articles were refused, as sentences, each listed once. */
  refusals: string[]
  /** The articles that were refused, with the sentence why; 100 at most. */
  refused: { articleId: string; title: string; refusal: string }[]
  /** The number of sites of these articles that failed. */
  failed: number
}

/** The most refused articles that a summary names. */
export const REFUSED_SHOWN = 100

/** The reason why a change was not started. */
export type ChangeRefusal =
  | 'none-selected'
  | 'too-many-selected'
  | 'selection-changed'
  | 'too-often'
  | 'tag-wrong'
  | 'article-unknown'
  | 'change-unknown'

/** The tags and the authors of an account's articles, as choices of the filters. */
export interface Labels {
  tags: string[]
  authors: string[]
}

/** The path that returns them. */
export const LABELS_PATH = `${ARTICLES_PATH}/labels`
