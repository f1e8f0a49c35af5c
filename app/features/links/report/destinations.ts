import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import { articlePath, toOldPath } from '../../articles/articles.ts'
import { hostOf, pageOf } from '../insertion/insertion.ts'
import type { LinkFault } from './report.ts'
import { isSitePath } from './site-paths.ts'

/** The destination of a link, in the form of the database queries. */
export interface Destination {
  /** The page, as `pageOf` names it. */
  page: string
  /** Its address on a site of this installation; undefined for other hosts. */
  local: LocalAddress | undefined
}

/** An address on a site of this installation. */
export interface LocalAddress {
  siteId: string
  isMain: boolean
  /** The path without escapes and a slash at the end; undefined for a home page. */
  path: string | undefined
  /** The path of the article, if the address is that of an article's page or of one of its files. */
  article: { path: string; isFile: boolean } | undefined
}

/** The sites of this installation by the host of their origin, as `hostOf` names it. */
type SitesByHost = Map<string, RequestSite>

/** Returns sites by the host of their origin. */
export const toSitesByHost = (sites: Iterable<RequestSite>): SitesByHost =>
  new Map(Array.from(sites, (site) => [hostOf(new URL(site.origin)), site]))

/** Returns the destination of a link to an absolute address. */
export function toDestination(url: URL, sites: SitesByHost): Destination {
  const site = sites.get(hostOf(url))
  return { page: pageOf(url), local: site && toLocalAddress(url, site) }
}

const ARTICLE = /^\/article\/([^/]+?)(\.md|\.json|\/social\.png)?$/i

function toLocalAddress(url: URL, { id: siteId, isMain }: RequestSite): LocalAddress {
  const path = toOldPath(url.href)
  const [, slug, file] = path?.match(ARTICLE) ?? []
  const article = slug === undefined ? undefined : { path: articlePath({ slug }), isFile: file !== undefined }
  return { siteId, isMain, path, article }
}

/** An article at an address. */
export interface Target {
  /** The id of the original article if the address is that of a copy. */
  articleId: string
  /** True if it belongs to the operator. */
  isOwn: boolean
  isPublished: boolean
}

/** The pages that the database has for the destinations of links. */
export interface KnownTargets {
  /** The operator's articles by their canonical address, as `pageOf` names it. */
  canonical: Map<string, Target[]>
  /** Articles and pages by an address that they have or had on a site of this installation, as `toKey` writes it. */
  articles: Map<string, Target[]>
  /** The paths of published landing pages. */
  landingPages: Set<string>
}

/** Returns the key of a path on a site. */
export const toKey = (siteId: string, path: string) => `${siteId} ${path}`

/** The result for a link: the operator's articles that it leads to, or a fault, or neither for any other page. */
interface LinkCheck {
  articleIds: string[]
  fault: LinkFault | undefined
}

const NO_FAULT: LinkCheck = { articleIds: [], fault: undefined }

/**
 * Checks the destination of a link against the known targets. On a host elsewhere only the canonical addresses of the
 * operator's articles are checked.
 */
export function checkLink({ page, local }: Destination, known: KnownTargets): LinkCheck {
  const canonical = known.canonical.get(page) ?? []
  if (canonical.some(isPublished)) return toOwnArticles(canonical)
  if (local) return checkLocalLink(local, canonical, known)
  return canonical.length > 0 ? { articleIds: [], fault: 'not-published' } : NO_FAULT
}

function checkLocalLink(local: LocalAddress, canonical: Target[], known: KnownTargets): LinkCheck {
  const targets = findArticlesAt(local, known)
  if (targets.some(isPublished)) return local.article?.isFile ? NO_FAULT : toOwnArticles(targets)
  if (isOtherPage(local, known)) return NO_FAULT
  if ([...canonical, ...targets].some(({ isOwn }) => isOwn)) return { articleIds: [], fault: 'not-published' }
  return { articleIds: [], fault: local.article ? 'no-article' : 'no-page' }
}

const isPublished = (target: Target) => target.isPublished

const toOwnArticles = (targets: Target[]): LinkCheck => ({
  articleIds: targets.flatMap((target) => (target.isOwn && target.isPublished ? [target.articleId] : [])),
  fault: undefined,
})

const findArticlesAt = ({ siteId, path, article }: LocalAddress, { articles }: KnownTargets): Target[] =>
  [article?.path, path].flatMap((each) => (each && articles.get(toKey(siteId, each))) || [])

const isOtherPage = ({ isMain, path, article }: LocalAddress, { landingPages }: KnownTargets): boolean =>
  path === undefined || (!article && (isSitePath(path) || (isMain && landingPages.has(path))))
