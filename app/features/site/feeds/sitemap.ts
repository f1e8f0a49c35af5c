import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { escapeXml, Markup, tag, toXmlDocument } from '../../../shared/xml.ts'
import { articlePath, authorPath, categoryPath, type LanguageLink } from '../../articles/articles.ts'
import { landingPagePath } from '../../local-seo/landing-pages/landing-pages.ts'
import type { FeedSite } from './feeds.ts'

/** Maximum URLs in one part of a sitemap (sitemaps.org/protocol). */
export const PART_SIZE = 50_000
/** Maximum articles in a news sitemap (Google, "Create a news sitemap"). */
export const NEWS_LIMIT = 1000
/** The maximum age of an article in a news sitemap: two days (Google, "Create a news sitemap"). */
export const NEWS_AGE_MS = 48 * 3_600_000

/** The media type of a sitemap. */
export const SITEMAP_TYPE = 'application/xml'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const XHTML = 'http://www.w3.org/1999/xhtml'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

/** An article in a sitemap. */
export interface ListedArticle {
  slug: string
  title: string
  imageUrl: string | null
  publishedAt: Date
  modifiedAt: Date
  /** Its page in each language; empty without translations. */
  languages?: LanguageLink[]
  /** The other sites that have them. */
  languageSites?: string[]
}

/** The last change of the list of a category or an author. */
export interface ListDate {
  name: string
  modifiedAt: Date
}

/** The last changes of all lists of a site. */
export interface ListDates {
  /** The last change on the whole site; undefined without articles. */
  latest: Date | undefined
  /** Only categories with articles. */
  categories: ListDate[]
  authors: ListDate[]
}

/** The last change of each part with articles, and of each part with landing pages. */
interface PartDates {
  articles: Date[]
  pages: Date[]
}

/** Returns the sitemap of a site: an index of its parts. */
export function toSitemapIndex(
  origin: string,
  { articles, pages }: PartDates,
  latest: Date | undefined,
): string {
  const parts = [
    toPart(`${origin}/sitemaps/lists.xml`, latest),
    ...articles.map((date, index) => toPart(`${origin}/sitemaps/articles-${index + 1}.xml`, date)),
    ...toPageParts(origin, pages),
    toPart(`${origin}/sitemaps/news.xml`, undefined), // without a date, because articles also drop out by their age
  ]
  return toXmlDocument(tag('sitemapindex', { xmlns: SITEMAP }, ...parts))
}

/** Returns the sitemap of a site with landing pages only. */
export const toPagesIndex = (origin: string, partDates: Date[]): string =>
  toXmlDocument(tag('sitemapindex', { xmlns: SITEMAP }, ...toPageParts(origin, partDates)))

const toPageParts = (origin: string, partDates: Date[]) =>
  partDates.map((date, index) => toPart(`${origin}/sitemaps/pages-${index + 1}.xml`, date))

/** Returns the number, from 1, in the file name of a part with articles; undefined for any other name. */
export function parsePartName(name: string): number | undefined {
  return parseNumber(/^articles-([1-9]\d{0,5})\.xml$/, name)
}

/** Returns the number, from 1, in the file name of a part with landing pages; undefined for any other name. */
export function parsePagePartName(name: string): number | undefined {
  return parseNumber(/^pages-([1-9]\d{0,5})\.xml$/, name)
}

function parseNumber(pattern: RegExp, name: string): number | undefined {
  const number = pattern.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Returns a part with articles and their pictures. */
export function toArticleSitemap(origin: string, articles: ListedArticle[]): string {
  const urls = articles.map((article) => {
    const url = origin + articlePath(article)
    const image = toAbsoluteUrl(article.imageUrl, origin)
    return toUrl(url, article.modifiedAt, [
      ...(article.languages ?? []).map(({ lang, href }) =>
        tag('xhtml:link', { rel: 'alternate', hreflang: lang, href }),
      ),
      ...(image === undefined ? [] : [tag('image:image', {}, tag('image:loc', {}, image))]),
    ])
  })
  const hasLanguages = articles.some(({ languages = [] }) => languages.length > 0)
  const names = { xmlns: SITEMAP, 'xmlns:image': IMAGE, ...(hasLanguages && { 'xmlns:xhtml': XHTML }) }
  return toXmlDocument(tag('urlset', names, ...urls))
}

/** A landing page in a sitemap. */
export interface ListedPage {
  slug: string
  modifiedAt: Date
}

/** Returns a part with landing pages. */
export const toPageSitemap = (origin: string, pages: ListedPage[]): string =>
  toXmlDocument(
    tag(
      'urlset',
      { xmlns: SITEMAP },
      ...pages.map((page) => toUrl(origin + landingPagePath(page), page.modifiedAt)),
    ),
  )

/** Returns the part with the lists, home, categories and authors, and with the pages of the site. */
export function toListSitemap(
  origin: string,
  { latest, categories, authors }: ListDates,
  pages: { path: string; modifiedAt: Date }[] = [],
): string {
  const urls = [
    toUrl(`${origin}/`, latest),
    ...categories.map((category) => toUrl(origin + categoryPath(category.name), category.modifiedAt)),
    ...authors.map((author) => toUrl(origin + authorPath(author.name), author.modifiedAt)),
    ...pages.map(({ path, modifiedAt }) => toUrl(origin + path, modifiedAt)),
  ]
  return toXmlDocument(tag('urlset', { xmlns: SITEMAP }, ...urls))
}

/** Returns the news sitemap, for the articles of the last two days. */
export function toNewsSitemap(site: Omit<FeedSite, 'description'>, articles: ListedArticle[]): string {
  const publication = tag(
    'news:publication',
    {},
    tag('news:name', {}, site.name),
    tag('news:language', {}, site.face?.language ?? 'en'),
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

// Written as a string for speed, because building nested elements would take most of the time of a part.
function toUrl(url: string, modifiedAt: Date | undefined, more: Markup[] = []): Markup {
  const lastmod = modifiedAt ? `\n<lastmod>${modifiedAt.toISOString()}</lastmod>` : ''
  return new Markup(
    `<url>\n<loc>${escapeXml(url)}</loc>${lastmod}${more.map(({ xml }) => `\n${xml}`).join('')}\n</url>`,
  )
}
