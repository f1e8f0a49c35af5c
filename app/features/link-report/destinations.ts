import type { RequestSite } from '../../platform/request-context.server.ts'
import { articlePath, toOldPath } from '../articles/articles.ts'
import { hostOf, pageOf } from '../backlinks/backlinks.ts'
import type { LinkFault } from './link-report.ts'
import { isSitePath } from './site-paths.ts'

/** Where a link leads, in the words that the store is asked in. */
export interface Destination {
  /** As addresses compare. */
  page: string
  /** Where it is one of this installation's own. */
  here: OwnPlace | undefined
}

/** A place on a site of this installation. */
export interface OwnPlace {
  siteId: string
  isMain: boolean
  /** Without escapes and a slash at the end; undefined for a home page. */
  path: string | undefined
  /** Path of an article, where it is one's own page or a file of it. */
  article: { path: string; isFile: boolean } | undefined
}

/** A site of this installation, by the host of its origin as links compare. */
export type SitesByHost = Map<string, RequestSite>

export const toSitesByHost = (sites: Iterable<RequestSite>): SitesByHost =>
  new Map(Array.from(sites, (site) => [hostOf(new URL(site.origin)), site]))

export function toDestination(url: URL, sites: SitesByHost): Destination {
  const site = sites.get(hostOf(url))
  return { page: pageOf(url), here: site && toPlace(url, site) }
}

const ARTICLE = /^\/article\/([^/]+?)(\.md|\.json|\/social\.png)?$/i

function toPlace(url: URL, { id: siteId, isMain }: RequestSite): OwnPlace {
  const path = toOldPath(url.href)
  const [, slug, file] = ARTICLE.exec(path ?? '') ?? []
  const article = slug === undefined ? undefined : { path: articlePath({ slug }), isFile: file !== undefined }
  return { siteId, isMain, path, article }
}

/** An article that an address leads to. */
export interface Target {
  /** Of the original, where the address is a copy's. */
  articleId: string
  isOwn: boolean
  isPublished: boolean
}

/** What the store knows of addresses. */
export interface KnownPlaces {
  /** Own articles by their canonical address. */
  canonical: Map<string, Target[]>
  /** Articles by an address that they have or had here: `toKey`. */
  articles: Map<string, Target[]>
  /** Published landing pages, by their path. */
  landingPages: Set<string>
}

export const toKey = (siteId: string, path: string) => `${siteId} ${path}`

/** What a link comes to: own articles that it leads to, a fault, or neither: what it leads to is no concern of ours. */
export interface Verdict {
  articleIds: string[]
  fault: LinkFault | undefined
}

const FINE: Verdict = { articleIds: [], fault: undefined }

/**
 * Judges where a link leads by what the store knows. Links to hosts of others are judged only where an article of one's
 * own is at home there.
 */
export function judge({ page, here }: Destination, known: KnownPlaces): Verdict {
  const canonical = known.canonical.get(page) ?? []
  if (canonical.some(isPublished)) return toVerdict(canonical)
  if (here) return judgeHere(here, canonical, known)
  return canonical.length > 0 ? { articleIds: [], fault: 'not-published' } : FINE
}

function judgeHere(here: OwnPlace, canonical: Target[], known: KnownPlaces): Verdict {
  const targets = findTargets(here, known)
  if (targets.some(isPublished)) return here.article?.isFile ? FINE : toVerdict(targets)
  if (isThere(here, known)) return FINE
  if ([...canonical, ...targets].some(({ isOwn }) => isOwn)) return { articleIds: [], fault: 'not-published' }
  return { articleIds: [], fault: here.article ? 'no-article' : 'no-page' }
}

const isPublished = (target: Target) => target.isPublished

const toVerdict = (targets: Target[]): Verdict => ({
  articleIds: targets.flatMap((target) => (target.isOwn && target.isPublished ? [target.articleId] : [])),
  fault: undefined,
})

const findTargets = ({ siteId, path, article }: OwnPlace, { articles }: KnownPlaces): Target[] =>
  [article?.path, path].flatMap((each) => (each && articles.get(toKey(siteId, each))) || [])

const isThere = ({ isMain, path, article }: OwnPlace, { landingPages }: KnownPlaces): boolean =>
  path === undefined || (!article && (isSitePath(path) || (isMain && landingPages.has(path))))
