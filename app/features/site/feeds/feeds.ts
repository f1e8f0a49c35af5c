import { FEED_FORMATS, type FeedFormat } from '../../../shared/feed-formats.ts'
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { toAuthorNames } from '../../../shared/author-names.ts'
import {
  type Article,
  type ArticleScope,
  articlePath,
  authorPath,
  categoryPath,
  describeSite,
  languageOf,
  sayTag,
  modifiedAt,
  nameCategory,
  type SiteCategory,
} from '../../articles/articles.ts'
import { toAbsoluteHtml } from '../../../shared/absolute-html.ts'
import type { SiteLanguage } from '../../../shared/languages.ts'
import { sayIn } from '../../../shared/words/say.ts'

/** Maximum articles in a feed. */
export const FEED_LIMIT = 20

/** The facts about a site that its feeds contain. */
export interface FeedSite {
  name: string
  /** Empty if its owner has not written one. */
  description: string
  /** Without a slash at the end. */
  origin: string
  /** The WebSub hub of the feeds of the whole site; the feeds of categories and authors have none. */
  hubUrl?: string | undefined
  /** The look that its owner chose. */
  face?:
    | { tagline: string; language?: SiteLanguage | undefined; categories?: SiteCategory[] | undefined }
    | undefined
}

/** A feed before it is written in one of the formats; all its URLs are absolute. */
export interface Feed {
  title: string
  description: string
  /** The BCP 47 language of the site; an article may have another one. */
  language: SiteLanguage
  /** The page that shows the same articles. */
  pageUrl: string
  urls: Record<FeedFormat, string>
  /** The WebSub hub to subscribe at, if any. */
  hubUrl: string | undefined
  /** The last publication or change of its articles; undefined without articles. */
  modifiedAt: Date | undefined
  items: FeedItem[]
}

/** An article in a feed. */
export interface FeedItem {
  /** A URN that does not change with the URL. */
  id: string
  url: string
  title: string
  summary: string
  contentHtml: string
  authors: { name: string; url: string }[]
  tags: string[]
  imageUrl: string | undefined
  publishedAt: Date
  modifiedAt: Date
  lang: string | null
}

/** Returns the feed of articles of a site, or of one category or author, in the given order. */
export function toFeed(site: FeedSite, scope: ArticleScope, articles: Article[]): Feed {
  const say = sayIn(site.face?.language)
  const title = feedTitle(site, scope, articles)
  const items = withUniqueDates(articles.map((article) => toItem(site.origin, article)))
  return {
    title,
    description:
      pagePath(scope) === '/' ? describeSite(site) : say('News and stories from {name}.', { name: title }),
    language: say.language,
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

/** Returns items with different dates (RFC 4287, 4.1.1), also for articles that were imported at the same moment. */
function withUniqueDates(items: FeedItem[]): FeedItem[] {
  const taken = new Set<number>()
  return items.map((item) => {
    let moment = item.modifiedAt.getTime()
    while (taken.has(moment)) moment += 1
    taken.add(moment)
    return { ...item, modifiedAt: new Date(moment) }
  })
}

/**
 * Returns the attributes of `<link rel="alternate">` for the feeds of a page, one for each format. `articles` are those on the
 * page, which spell the name of its tag.
 */
export function feedLinks(site: FeedSite, scope: ArticleScope = {}, articles: Tagged[] = []) {
  const name = feedTitle(site, scope, articles)
  const formats: FeedFormat[] = ['rss', 'atom', 'json']
  return formats.map((format) => ({
    type: FEED_FORMATS[format].type,
    title: `${name} (${FEED_FORMATS[format].label})`,
    href: feedUrl(site, scope, format),
  }))
}

/** Returns the absolute URL of a feed. */
export function feedUrl(site: FeedSite, scope: ArticleScope, format: FeedFormat): string {
  const path = pagePath(scope)
  return `${site.origin}${path}${path.endsWith('/') ? '' : '/'}${FEED_FORMATS[format].file}`
}

function pagePath({ category, author }: ArticleScope): string {
  if (category !== undefined) return categoryPath(category)
  return author === undefined ? '/' : authorPath(author)
}

type Tagged = Pick<Article, 'tags'>

function feedTitle(site: FeedSite, { category, author }: ArticleScope, articles: Tagged[]): string {
  if (category !== undefined)
    return `${sayTag(sayIn(site.face?.language), nameCategory(site, category, articles))} | ${site.name}`
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
    authors: toAuthorNames(article.author).map((name) => ({ name, url: origin + authorPath(name) })),
    tags: article.tags,
    imageUrl: toAbsoluteUrl(article.imageUrl, origin),
    publishedAt: article.publishedAt,
    modifiedAt: modifiedAt(article),
    lang: languageOf(article),
  }
}
