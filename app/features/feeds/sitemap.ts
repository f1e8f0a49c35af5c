import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { type Markup, tag, toXmlDocument } from '../../shared/xml.ts'
import { articlePath, authorPath, categoryPath } from '../articles/articles.ts'
import { type FeedSite, SITE_LANGUAGE } from './feeds.ts'

/** Addresses in one sitemap (sitemaps.org/protocol), and articles in a news sitemap. */
export const PART_SIZE = 50_000
export const NEWS_LIMIT = 1000
/** A news sitemap names articles of the last two days alone (Google, "Create a news sitemap"). */
export const NEWS_AGE_MS = 48 * 3_600_000

export const SITEMAP_TYPE = 'application/xml'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

/** An article as a sitemap names it. */
export interface ListedArticle {
  slug: string
  title: string
  imageUrl: string | null
  publishedAt: Date
  modifiedAt: Date
}

/** When a list changed last. */
export interface ListDate {
  name: string
  modifiedAt: Date
}

export interface ListDates {
  /** Of the whole site; undefined without articles. */
  latest: Date | undefined
  /** Categories that hold something. */
  categories: ListDate[]
  authors: ListDate[]
}

/** The sitemap of a site: an index of its parts. `partDates` says of each part of articles when it changed last. */
export function toSitemapIndex(origin: string, partDates: Date[], latest: Date | undefined): string {
  const parts = [
    toPart(`${origin}/sitemaps/lists.xml`, latest),
    ...partDates.map((date, index) => toPart(`${origin}/sitemaps/articles-${index + 1}.xml`, date)),
    toPart(`${origin}/sitemaps/news.xml`, undefined), // changes by the clock, too
  ]
  return toXmlDocument(tag('sitemapindex', { xmlns: SITEMAP }, ...parts))
}

/** The number of a part of articles, counted from 1, by the last step of its address; undefined for any other. */
export function parsePartName(name: string): number | undefined {
  const number = /^articles-([1-9]\d{0,5})\.xml$/.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** A part with articles and their pictures. */
export function toArticleSitemap(origin: string, articles: ListedArticle[]): string {
  const urls = articles.map((article) => {
    const url = origin + articlePath(article)
    const image = toAbsoluteUrl(article.imageUrl, origin)
    return toUrl(
      url,
      article.modifiedAt,
      image === undefined ? undefined : tag('image:image', {}, tag('image:loc', {}, image)),
    )
  })
  return toXmlDocument(tag('urlset', { xmlns: SITEMAP, 'xmlns:image': IMAGE }, ...urls))
}

/** The part with the lists: home, categories, authors. */
export function toListSitemap(origin: string, { latest, categories, authors }: ListDates): string {
  const urls = [
    toUrl(`${origin}/`, latest),
    ...categories.map((category) => toUrl(origin + categoryPath(category.name), category.modifiedAt)),
    ...authors.map((author) => toUrl(origin + authorPath(author.name), author.modifiedAt)),
  ]
  return toXmlDocument(tag('urlset', { xmlns: SITEMAP }, ...urls))
}

/** The articles of the last two days, for news search. */
export function toNewsSitemap(site: Omit<FeedSite, 'description'>, articles: ListedArticle[]): string {
  const publication = tag(
    'news:publication',
    {},
    tag('news:name', {}, site.name),
    tag('news:language', {}, SITE_LANGUAGE),
  )
  const urls = articles.map((article) =>
    tag(
      'url',
      {},
      tag('loc', {}, site.origin + articlePath(article)),
      tag(
        'news:news',
        {},
        publication,
        tag('news:publication_date', {}, article.publishedAt.toISOString()),
        tag('news:title', {}, article.title),
      ),
    ),
  )
  return toXmlDocument(tag('urlset', { xmlns: SITEMAP, 'xmlns:news': NEWS }, ...urls))
}

const toPart = (url: string, modifiedAt: Date | undefined) =>
  tag('sitemap', {}, tag('loc', {}, url), modifiedAt && tag('lastmod', {}, modifiedAt.toISOString()))

const toUrl = (url: string, modifiedAt: Date | undefined, image?: Markup) =>
  tag('url', {}, tag('loc', {}, url), modifiedAt && tag('lastmod', {}, modifiedAt.toISOString()), image)
