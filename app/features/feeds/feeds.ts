import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { capitalise } from '../../shared/text.ts'
import {
  type Article,
  type ArticleScope,
  articlePath,
  authorPath,
  categoryPath,
  describeSite,
  modifiedAt,
  toTagKey,
} from '../articles/articles.ts'
import { toAbsoluteHtml } from '../../shared/absolute-html.ts'

/** Articles in a feed, the newest. */
export const FEED_LIMIT = 20

/** The language of a site as a whole; an article may have another one. */
export const SITE_LANGUAGE = 'en'

export const FEED_FORMATS = {
  rss: { label: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  atom: { label: 'Atom', file: 'feed.atom', type: 'application/atom+xml' },
  json: { label: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
} as const

export type FeedFormat = keyof typeof FEED_FORMATS

/** What a feed says about a site. */
export interface FeedSite {
  name: string
  /** Empty where nobody has said what it is about. */
  description: string
  /** Without a slash at the end. */
  origin: string
  /** The WebSub hub that is told of the site's own feeds; those of its categories and authors do not name it. */
  hubUrl?: string | undefined
}

/** A feed before it is written in one of the formats; every address in it is absolute. */
export interface Feed {
  title: string
  description: string
  /** The page that shows the same articles. */
  pageUrl: string
  urls: Record<FeedFormat, string>
  /** Where one subscribes to it (WebSub), if anywhere. */
  hubUrl: string | undefined
  /** When one of its articles was published or changed last; undefined without articles. */
  modifiedAt: Date | undefined
  items: FeedItem[]
}

export interface FeedItem {
  /** A URN that stays the same whatever becomes of the address. */
  id: string
  url: string
  title: string
  summary: string
  contentHtml: string
  author: { name: string; url: string }
  tags: string[]
  imageUrl: string | undefined
  publishedAt: Date
  modifiedAt: Date
  lang: string | null
}

/** The feed of a site's articles, or of those of one category or author, in the order they are given. */
export function toFeed(site: FeedSite, scope: ArticleScope, articles: Article[]): Feed {
  const title = feedTitle(site, scope)
  const items = apart(articles.map((article) => toItem(site.origin, article)))
  return {
    title,
    description: pagePath(scope) === '/' ? describeSite(site) : `News and stories from ${title}.`,
    pageUrl: site.origin + pagePath(scope),
    urls: {
      rss: feedUrl(site, scope, 'rss'),
      atom: feedUrl(site, scope, 'atom'),
      json: feedUrl(site, scope, 'json'),
    },
    hubUrl: pagePath(scope) === '/' ? site.hubUrl : undefined,
    modifiedAt: items.map((item) => item.modifiedAt).toSorted((one, other) => +other - +one)[0],
    items,
  }
}

/** Each entry with a moment of its own (RFC 4287, 4.1.1): a collection that came in at once has the same for all. */
function apart(items: FeedItem[]): FeedItem[] {
  const taken = new Set<number>()
  return items.map((item) => {
    let moment = item.modifiedAt.getTime()
    while (taken.has(moment)) moment += 1
    taken.add(moment)
    return { ...item, modifiedAt: new Date(moment) }
  })
}

/** What the head of a page says about its feeds: `<link rel="alternate">`, one for each format. */
export function feedLinks(site: FeedSite, scope: ArticleScope = {}) {
  const formats: FeedFormat[] = ['rss', 'atom', 'json']
  return formats.map((format) => ({
    type: FEED_FORMATS[format].type,
    title: `${feedTitle(site, scope)} (${FEED_FORMATS[format].label})`,
    href: feedUrl(site, scope, format),
  }))
}

export function feedUrl(site: FeedSite, scope: ArticleScope, format: FeedFormat): string {
  const path = pagePath(scope)
  return `${site.origin}${path}${path.endsWith('/') ? '' : '/'}${FEED_FORMATS[format].file}`
}

function pagePath({ category, author }: ArticleScope): string {
  if (category !== undefined) return categoryPath(category)
  return author === undefined ? '/' : authorPath(author)
}

function feedTitle(site: FeedSite, { category, author }: ArticleScope): string {
  if (category !== undefined) return `${capitalise(toTagKey(category))} | ${site.name}`
  return author === undefined ? site.name : `${author} | ${site.name}`
}

function toItem(origin: string, article: Article): FeedItem {
  const url = origin + articlePath(article)
  return {
    id: `urn:uuid:${article.id}`,
    url,
    title: article.title,
    summary: article.metaDescription ?? article.excerpt,
    contentHtml: toAbsoluteHtml(article.contentHtml, url),
    author: { name: article.author, url: origin + authorPath(article.author) },
    tags: article.tags,
    imageUrl: toAbsoluteUrl(article.imageUrl, origin),
    publishedAt: article.publishedAt,
    modifiedAt: modifiedAt(article),
    lang: article.lang,
  }
}
