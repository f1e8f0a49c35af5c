import { articlePath, canonicalUrlOf } from '../articles/articles.ts'

/** Where an account sees what search engines were told. */
export const NOTICES_PATH = '/seo-dashboard/notices'

/** What a notice came to, in the words of the toasts. */
export interface NoticeOutcome {
  /** Every engine that is configured took what there was to take, or is being told still. */
  isDone: boolean
  /** A search engine was told of something. */
  isNews: boolean
  message: string
  description: string
}

/** The kind of runs that tell them now. */
export const NOTICE_RUN = 'notice'

export const ENGINES = ['indexnow', 'google', 'websub'] as const
export type Engine = (typeof ENGINES)[number]

/** What became of telling an engine. */
export type NoticeStatus =
  | 'accepted'
  | 'failed' // with the reason; unless it is final the engine is told again by itself
  | 'waiting' // not asked now: it wants to be left alone, or its turn is still to come
  | 'unchanged' // there is nothing that it was not told
  | 'not-configured'
  | 'not-public' // it could not read pages at the address of this installation

export interface EngineNotice {
  engine: Engine
  status: NoticeStatus
  /** How many addresses it was told of. */
  addresses: number
  /** A sentence. */
  detail: string
}

/** A page that readers now get something new at, or nothing any more. */
export interface PageChange {
  /** Of its site, without a slash at the end. */
  origin: string
  /** Begins with a slash. */
  path: string
  /** Whose page it is; null where the account is being deleted. */
  userId: string | null
  change: 'changed' | 'removed'
  /** Whether the site's feeds change with it. */
  isInFeeds: boolean
}

/** What search engines see of an article. */
export interface SeenArticle {
  userId: string | null
  slug: string
  title: string
  metaDescription: string | null
  contentHtml: string
  canonicalUrl: string | null
  isNoindex: boolean
  publishedAt: Date | null
}

/**
 * Whether engines are to know the page of an article: published, at home at this address, and not marked `noindex`.
 */
export const isForEngines = (
  origin: string,
  article: Pick<SeenArticle, 'slug' | 'canonicalUrl' | 'isNoindex' | 'publishedAt'>,
): boolean =>
  article.publishedAt !== null &&
  !article.isNoindex &&
  canonicalUrlOf(origin, article) === canonicalUrlOf(origin, { ...article, canonicalUrl: null })

const SEEN = ['slug', 'title', 'metaDescription', 'contentHtml', 'canonicalUrl', 'isNoindex'] as const

/**
 * The pages that engines find something new at when an article becomes another one; neither is one that is new or gone.
 * Nothing for an article that they were not to know and are not to know now; a page that has asked to be passed by is
 * named once, so that they see it.
 */
export function toArticleChanges(
  origin: string,
  before: SeenArticle | undefined,
  after: SeenArticle | undefined,
): PageChange[] {
  const known = findKnown(origin, before)
  if (isSame(known, findKnown(origin, after))) return []
  const shown = after?.publishedAt ? after : undefined
  const { userId } = shown ?? known ?? { userId: null }
  const page = { origin, userId, isInFeeds: true }
  const moved = known && known.slug !== shown?.slug ? [known] : []
  return [
    ...moved.map((each) => ({ ...page, path: articlePath(each), change: 'removed' as const })),
    ...(shown ? [{ ...page, path: articlePath(shown), change: 'changed' as const }] : []),
  ]
}

const findKnown = (origin: string, article: SeenArticle | undefined): SeenArticle | undefined =>
  article && isForEngines(origin, article) ? article : undefined

const isSame = (one: SeenArticle | undefined, other: SeenArticle | undefined): boolean =>
  one && other ? SEEN.every((column) => one[column] === other[column]) : one === other

/** An account's own page that an engine was not told of yet. */
export interface WaitingPage {
  id: string
  url: string
  change: 'changed' | 'removed'
  changedAt: Date
}

/** What an engine answered to a notice. */
export interface Receipt {
  id: string
  engine: Engine
  origin: string
  addresses: number
  /** The first few of them. */
  examples: string[]
  /** Null where no answer came. */
  status: number | null
  outcome: 'accepted' | 'refused' | 'failed'
  detail: string
  createdAt: Date
}

/** How an engine stands with an account. */
export interface EngineState {
  engine: Engine
  state: 'ready' | 'not-configured' | 'not-public'
  /** Of the account's own pages, how many it was not told of yet. */
  waiting: number
  /** It is left alone until then. */
  pausedUntil: Date | null
  last: Receipt | undefined
}

/** What the screen shows. */
export interface NoticesScreen {
  engines: EngineState[]
  /** Those that changed first; `total` is all there are. */
  waiting: { pages: WaitingPage[]; total: number }
  history: { receipts: Receipt[]; total: number; page: number; pageCount: number }
  /** Of this installation. */
  siteUrl: string
}
