import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { escapeXml, Markup, tag, toXmlDocument } from '../../shared/xml.ts'
import { articlePath, authorPath, categoryPath } from '../articles/articles.ts'
import { landingPagePath } from '../landing-pages/landing-pages.ts'
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

/** When each part of a site's articles and of its landing pages changed last. */
export interface PartDates {
  articles: Date[]
  pages: Date[]
}

/** The sitemap of a site: an index of its parts. */
export function toSitemapIndex(
  origin: string,
  { articles, pages }: PartDates,
  latest: Date | undefined,
): string {
  const parts = [
    toPart(`${origin}/sitemaps/lists.xml`, latest),
    ...articles.map((date, index) => toPart(`${origin}/sitemaps/articles-${index + 1}.xml`, date)),
    ...toPageParts(origin, pages),
    toPart(`${origin}/sitemaps/news.xml`, undefined), // changes by the clock, too
  ]
  return toXmlDocument(tag('sitemapindex', { xmlns: SITEMAP }, ...parts))
}

/** The sitemap of a site that has landing pages alone. */
export const toPagesIndex = (origin: string, partDates: Date[]): string =>
  toXmlDocument(tag('sitemapindex', { xmlns: SITEMAP }, ...toPageParts(origin, partDates)))

const toPageParts = (origin: string, partDates: Date[]) =>
  partDates.map((date, index) => toPart(`${origin}/sitemaps/pages-${index + 1}.xml`, date))

/** The number of a part of articles, counted from 1, by the last step of its address; undefined for any other. */
export function parsePartName(name: string): number | undefined {
  return parseNumber(/^articles-([1-9]\d{0,5})\.xml$/, name)
}

/** The same of a part of landing pages. */
export function parsePagePartName(name: string): number | undefined {
  return parseNumber(/^pages-([1-9]\d{0,5})\.xml$/, name)
}

function parseNumber(pattern: RegExp, name: string): number | undefined {
  const number = pattern.exec(name)?.[1]
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

/** A landing page as a sitemap names it. */
export interface ListedPage {
  slug: string
  modifiedAt: Date
}

/** A part with landing pages. */
export const toPageSitemap = (origin: string, pages: ListedPage[]): string =>
  toXmlDocument(
    tag(
      'urlset',
      { xmlns: SITEMAP },
      ...pages.map((page) => toUrl(origin + landingPagePath(page), page.modifiedAt)),
    ),
  )

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

// Written out: of a part that nobody has asked for yet, most of the time would go into elements of elements.
function toUrl(url: string, modifiedAt: Date | undefined, image?: Markup): Markup {
  const lastmod = modifiedAt ? `\n<lastmod>${modifiedAt.toISOString()}</lastmod>` : ''
  return new Markup(`<url>\n<loc>${escapeXml(url)}</loc>${lastmod}${image ? `\n${image.xml}` : ''}\n</url>`)
}
