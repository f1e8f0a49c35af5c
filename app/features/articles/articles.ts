import type { ArticleText } from './fields/fields.ts'
import type { TocEntry } from './markdown/markdown.ts'
import transliterate from '@sindresorhus/transliterate'
import { toAscii } from '../../shared/ascii.ts'
import { toAuthorNames } from '../../shared/author-names.ts'
import { guessLanguage, type SiteLanguage } from '../../shared/languages.ts'
import { capitalise, toExcerpt } from '../../shared/text.ts'
import { type Say, sayIn } from '../../shared/words/say.ts'

/** Articles on one page of a list (spec §9). */
export const PAGE_SIZE = 12
/** Related articles below an article (spec §7). */
export const RELATED_LIMIT = 3
/** Tags on a card; an article may have more. */
export const CARD_TAG_LIMIT = 3
/** Characters of the excerpt on a card; the stored excerpt is longer. */
export const CARD_EXCERPT_LENGTH = 150

/** The eight categories that every site has, in the order of the home page. */
export const CATEGORIES = [
  'Technology',
  'Business',
  'Lifestyle',
  'Health',
  'Entertainment',
  'Science',
  'Sports',
  'Travel',
] as const
/** The categories in the menu of the header. */
export const MENU_CATEGORIES = CATEGORIES.slice(0, 5)
/** The categories under Trending Topics on the home page. */
export const TRENDING_CATEGORIES = CATEGORIES.slice(0, 4)

/** The `source` of exported articles that were written here. Their `path` is their id. */
export const OWN_SOURCE = 'broadsheet'

/** The fields of an article that a card, a list or a feed shows. */
export interface ArticleCard {
  id: string
  slug: string
  title: string
  metaDescription: string | null
  /** First 200 characters of the text. */
  excerpt: string
  /** One name, or several with commas. */
  author: string
  tags: string[]
  imageUrl: string | null
  /** The choice of its author; it may name another drawing. */
  cover?: string | null
  /** The focus: the part of the picture that stays visible when it is cropped; null for the middle. */
  imageFocus: string | null
  publishedAt: Date
  readingMinutes: number
  /** A BCP 47 tag; null if the author has set no language. */
  lang: string | null
}

/** A whole published article, its text as sanitised HTML. */
export interface Article extends ArticleCard {
  contentHtml: string
  keywords: string[]
  canonicalUrl: string | null
  /** True if the page asks search engines not to index it. */
  isNoindex: boolean
  updatedAt: Date
  /** True if it is an article of the site's owner. The text of another account has its links marked. */
  isByOwner: boolean
}

/** A choice of a site's published articles: all of them, those of a category, or those of an author. */
export interface ArticleScope {
  /** A tag; letter case does not matter. */
  category?: string
  /** The keys of the tags of a category of the site; unless given, it has the tag of its name alone. */
  tags?: string[] | undefined
  /** The exact name of one of the authors. */
  author?: string
}

/** An article's Markdown with the other values that its page shows. */
export interface ArticleSource extends ArticleText {
  id: string
  slug: string
  imageUrl: string | null
  publishedAt: Date
  updatedAt: Date
}

/** A whole article with its table of contents. */
export interface ArticleWithToc extends Article {
  /** Empty for a short text. */
  toc: TocEntry[]
}

/** A page in a language. */
export interface LanguageLink {
  /** A BCP 47 tag, or `x-default`. */
  lang: string
  /** With its origin. */
  href: string
}

/** The links from the page of an article to those of its translations. */
export interface Translations {
  /** For search engines, with the page itself; empty if they are told of no other one. */
  alternates: LanguageLink[]
  /** For readers, with the name of each language in that language. */
  links: (LanguageLink & { name: string })[]
  /** The other sites that they are on. */
  siteIds: string[]
}

/** One page of a list of articles. */
export interface ArticlePage {
  articles: ArticleCard[]
  /** Published articles in the whole list. */
  total: number
  page: number
  pageCount: number
  /** Set if the database could not be read; then the numbers have no meaning. */
  isUnavailable?: true
}

/**
 * Returns the slug of a title by the spec's rule (§5), before it is made unique. A title without any of a-z0-9 is
 * transliterated first. If nothing is left, the slug is `post-` and the last 8 characters of the article's id. For the
 * server: the letters of all scripts are a large table.
 */
export function toSlug(title: string, id: string): string {
  // Not the first 8: a UUIDv7 begins with the time, which articles of the same minute share.
  return toQuickSlug(title) || slugRule(toAscii(title)) || `post-${id.replaceAll('-', '').slice(-8)}`
}

/** Returns the slug of a title for the browser; empty if only the server can transliterate it. */
export const toQuickSlug = (title: string): string => slugRule(title) || slugRule(transliterate(title))

function slugRule(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns a slug without its numbers at the end, as the column `slug_root` has it. */
export const toSlugRoot = (slug: string) => slug.replace(/(-\d+)+$/, '')

/**
 * Returns the form in which tags are compared and linked: composed letters (NFC) in lower case. Like `lower()` in Postgres,
 * it maps each character to exactly one. `toLowerCase()` on the whole tag would differ for ΟΔΟΣ and İstanbul.
 */
export const toTagKey = (tag: string) =>
  ASCII.test(tag) ? tag.toLowerCase() : Array.from(tag.normalize('NFC'), toLowerCharacter).join('')

const ASCII = /^[ -~]*$/ // the fast path: nearly all tags are ASCII, and a page has many
const toLowerCharacter = (character: string) => character.toLowerCase().replace(/(?<=^.).+/su, '')

const CATEGORIES_BY_KEY = new Map(CATEGORIES.map((category) => [toTagKey(category), category]))

// Found by a map, because a page asks for many tags.
const findCategory = (tag: string) => CATEGORIES_BY_KEY.get(toTagKey(tag))

/**
 * Returns the name of a tag over the list of its articles. That is the spelling with capitals that most of these articles
 * have, such as NASA or iPhone. Without one it is the tag with a capital first letter. The eight categories keep their
 * names (spec §2).
 */
export function toTagHeading(tag: string, articles: { tags: string[] }[]): string {
  const key = toTagKey(tag)
  const category = CATEGORIES_BY_KEY.get(key)
  if (category) return category
  const counts = new Map<string, number>()
  for (const spelling of articles.flatMap(({ tags }) => tags.map((own) => own.normalize('NFC'))))
    if (spelling !== key && toTagKey(spelling) === key) counts.set(spelling, (counts.get(spelling) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? capitalise(key)
}

/** Returns true if a category is one of the eight that every site has. */
export const isKnownCategory = (name: string) => findCategory(name) !== undefined

/** A category that the owner of a site chose. */
export interface SiteCategory {
  name: string
  /** The keys of the tags that belong to it. */
  tags: string[]
  /** Empty for none. */
  description: string
}

/** The limits of the categories of a site. */
export const CATEGORIES_LIMIT = { categories: 12, name: 40, tags: 10, tag: 60, description: 300 }

/** A site whose owner may have chosen categories. */
interface Sorted {
  face?: { categories?: SiteCategory[] | undefined } | undefined
}

/** Returns the category of a site that a name in a path means; undefined if its owner did not choose such a one. */
export const findSiteCategory = ({ face }: Sorted, category: string): SiteCategory | undefined =>
  face?.categories?.find(({ name }) => toTagKey(name) === toTagKey(category))

/** Returns the scope of a category with the tags that belong to it on a site. */
export const toSiteScope = <Scope extends ArticleScope>(site: Sorted, scope: Scope): Scope & ArticleScope =>
  scope.category === undefined ? scope : { ...scope, tags: findSiteCategory(site, scope.category)?.tags }

/** Returns the name of a category on a site, as its owner writes it, or else as its articles do. */
export const nameCategory = (site: Sorted, category: string, articles: { tags: string[] }[]): string =>
  findSiteCategory(site, category)?.name ?? toTagHeading(category, articles)

/** Returns the first of the eight categories that is among an article's tags; undefined if none is. */
export function categoryOf(article: { tags: string[] }): (typeof CATEGORIES)[number] | undefined {
  const found = new Set(article.tags.map(findCategory))
  return CATEGORIES.find((category) => found.has(category))
}

/** Returns the topic of an article: its category, or else its first tag; empty without tags. */
export const topicOf = (article: { tags: string[] }): string => categoryOf(article) ?? article.tags[0] ?? ''

/** Returns the name of a tag in a language: only the eight categories have other names there. */
export function sayTag(say: Say, tag: string): string {
  const category = findCategory(tag)
  const said = category && say(category)
  return said === undefined || said === category ? tag : said
}

/** Returns the language of an article: its author's choice, or the one that its letters tell; null if they do not. */
export const languageOf = ({ lang, excerpt }: Pick<ArticleCard, 'lang' | 'excerpt'>): string | null =>
  lang ?? guessLanguage(excerpt)

/** Returns the URL that search engines should show for an article: its canonical URL, or else its page here. */
export const canonicalUrlOf = (origin: string, article: { slug: string; canonicalUrl: string | null }) =>
  article.canonicalUrl ?? origin + articlePath(article)

/** Returns the later of the two dates, because an article may have been written long before it was published. */
export const modifiedAt = ({ publishedAt, updatedAt }: { publishedAt: Date; updatedAt: Date }) =>
  updatedAt > publishedAt ? updatedAt : publishedAt

/**
 * Returns the path of a URL as redirects store it: without host, query, escapes and slashes at the end. WordPress has a
 * short URL with the number of a post, `/?p=12` or `/?page_id=12`, which is `/?p=12` here. Undefined for a string that is no
 * URL, and for a home page, which no article can take over.
 */
export function toOldPath(address: string): string | undefined {
  const url = URL.parse(address.trim(), 'http://old.invalid')
  if (!url || !/^https?:$/.test(url.protocol) || address.includes('\0')) return undefined
  const path = decodePath(url.pathname).replace(/(?<!\/)\/+$/, '')
  if (path === '') return toNumbered(url)
  return path.includes('\0') ? undefined : path
}

function toNumbered({ searchParams }: URL): string | undefined {
  const id = searchParams.get('p') ?? searchParams.get('page_id') ?? ''
  return /^\d{1,20}$/.test(id) ? `/?p=${id}` : undefined
}

/**
 * Returns the paths under which an old path may be stored, itself first. The AMP page and the index file of a page are the
 * page, and an ending may be missing. What Tumblr writes after the number of a post is a note.
 */
export function listOldForms(path: string): string[] {
  const page = path
    .replace(/\/(?:amp|index\.(?:html?|php))$/i, '')
    .replace(/^\/amp(?=\/)/i, '')
    .replace(/^(\/post\/\d+)\/[^/]+$/, '$1')
  const plain = page.replace(/\.html?$/i, '')
  return [...new Set([path, page, plain, `${plain}.html`])].filter((form) => /^\/./.test(form))
}

/** Returns a path, or a part of one, without escapes. With an invalid escape it is returned as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the path of an article's page, escaped for a URL. */
export const articlePath = (article: { slug: string }) => `/article/${encodeURIComponent(article.slug)}`
/** Returns the path of an article's Markdown. No slug ends with `.md`: slugs have only a-z, 0-9 and hyphens. */
export const markdownPath = (article: { slug: string }) => `${articlePath(article)}.md`
/** Returns the path of the list of a tag. Tags that differ only in letter case share one. */
export const categoryPath = (tag: string) => `/category/${toSegment(toTagKey(tag))}`
/** Returns the path of the list of an author, by exact name. */
export const authorPath = (author: string) => `/author/${toSegment(author)}`

// Browsers resolve a segment `.` or `..`, even a percent-encoded one. A space after it prevents that; no name ends with
// one.
const toSegment = (name: string) => encodeURIComponent(/^\.\.?$/.test(name) ? `${name} ` : name)

/**
 * Returns the category or author in a path that categoryPath or authorPath made, composed as they are stored. The router's
 * parameter cannot be used: it decodes a `%2F` in the name to a slash.
 */
export function readName(pathname: string): string {
  const [, , segment = ''] = pathname.split('/')
  return decodePath(segment)
    .normalize('NFC')
    .replace(/^(\.\.?) $/, '$1')
}

/**
 * Returns the scope of a URL. The router's `params` only tell a category from an author; the name itself comes from the
 * path.
 */
export function readScope(params: ArticleScope, { pathname }: { pathname: string }): ArticleScope {
  if (params.category !== undefined) return { category: readName(pathname) }
  return params.author === undefined ? {} : { author: readName(pathname) }
}

const SITE_DESCRIPTION_LENGTH = 300

interface DescribedSite {
  name: string
  description: string
  face?: { tagline: string; language?: SiteLanguage | undefined } | undefined
}

/**
 * Returns a short description of a site for search engines, feeds and language models: its owner's, or else its tagline or
 * a default.
 */
export const describeSite = ({ name, description, face }: DescribedSite): string =>
  toExcerpt(description.replaceAll(/\s+/g, ' ').trim(), SITE_DESCRIPTION_LENGTH) ||
  face?.tagline ||
  sayIn(face?.language)('News and stories from {name}.', { name })

/** The tags of cached pages. Each names a source of a page, and a write invalidates the pages with its tags. */
export const pageTag = {
  site: (siteId: string) => `site:${siteId}`,
  list: (siteId: string) => `list:${siteId}`,
  category: (siteId: string, tag: string) => `tag:${siteId}:${toTagKey(tag)}`,
  author: (siteId: string, author: string) => `author:${siteId}:${author}`,
  article: (id: string) => `article:${id}`,
  // The pages of the articles themselves, which show other articles below the text. Without those of the lists above: a
  // list shows the tags of many articles, and such a page those of a few, which it names.
  articles: (siteId: string) => `articles:${siteId}`,
  articlesWith: (siteId: string, tag: string) => `articles-with:${siteId}:${toTagKey(tag)}`,
  articlesBy: (siteId: string, author: string) => `articles-by:${siteId}:${author}`,
  // A trigger drops both. The second one is of the files with the translations on a site.
  translations: (group: string) => `translations:${group}`,
  translationsOn: (siteId: string) => `translations-on:${siteId}`,
}

/** Returns true for a list that is a page also without articles: of the whole site, or of one of its categories. */
export const isExpectedList = ({ category, author, tags }: ArticleScope) =>
  category === undefined ? author === undefined : tags !== undefined || isKnownCategory(category)

/**
 * Returns the tags of a page, feed or file of a list of articles. An empty list gets tags only if it is expected, because any
 * name can be requested. It may lead to another list as soon as that has articles.
 */
export function toListTags(siteId: string, scope: ArticleScope, isEmpty: boolean): string[] {
  const { category, author } = scope
  const ofSite = pageTag.list(siteId)
  if (isEmpty && !isExpectedList(scope)) return []
  if (category !== undefined) {
    const tags = [category, ...(scope.tags ?? [])] // the page shows the description of the tag of its name
    return [...new Set(tags.map((tag) => pageTag.category(siteId, tag))), ...(isEmpty ? [ofSite] : [])]
  }
  return [author === undefined ? ofSite : pageTag.author(siteId, author)]
}

interface Shown {
  id: string
  siteId: string | null
  tags: string[]
  author: string
}

/** Returns the tags of all pages that show, or must show, an article with these tags and authors. */
export const pageTagsOfArticle = (article: Shown): string[] =>
  article.siteId === null ? [] : [...listShowing(article, article.siteId), pageTag.articles(article.siteId)]

/**
 * Returns the tags of all pages that a change of nothing but its tags makes stale. The page of another article is stale
 * if it shows this one. It is stale too if it has a tag that is new for this one, because both may be related now.
 */
export function pageTagsOfTagging(article: Shown, tags: string[]): string[] {
  const { siteId, tags: before } = article
  if (siteId === null) return []
  const old = new Set(before.map(toTagKey))
  const added = tags.filter((tag) => !old.has(toTagKey(tag)))
  return [
    ...listShowing({ ...article, tags: [...before, ...tags] }, siteId),
    ...added.map((tag) => pageTag.articlesWith(siteId, tag)),
  ]
}

const listShowing = ({ id, tags, author }: Shown, siteId: string): string[] => [
  pageTag.article(id),
  pageTag.list(siteId),
  ...toAuthorNames(author).map((name) => pageTag.author(siteId, name)),
  ...tags.map((tag) => pageTag.category(siteId, tag)),
]

/** Recommended characters of a meta description (spec §9); search engines cut longer ones. */
export const META_DESCRIPTION_HINT = { from: 150, to: 160 }
