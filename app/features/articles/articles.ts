import transliterate from '@sindresorhus/transliterate'
import { toExcerpt } from '../../shared/text.ts'

/** Spec §9. */
export const PAGE_SIZE = 12
export const RELATED_LIMIT = 3
export const CARD_TAG_LIMIT = 3
export const CARD_EXCERPT_LENGTH = 150
export const FEATURED_EXCERPT_LENGTH = 200

export const CATEGORIES = [
  'Technology', 'Business', 'Lifestyle', 'Health', 'Entertainment', 'Science', 'Sports', 'Travel',
] as const // prettier-ignore
export const MENU_CATEGORIES = CATEGORIES.slice(0, 5)
export const TRENDING_CATEGORIES = CATEGORIES.slice(0, 4)

/** Source of exported articles that were written here: their path is their id. */
export const OWN_SOURCE = 'broadsheet'

/** What a card, a list or a feed shows of an article. */
export interface ArticleCard {
  id: string
  slug: string
  title: string
  metaDescription: string | null
  /** First 200 characters of the text. */
  excerpt: string
  author: string
  tags: string[]
  imageUrl: string | null
  publishedAt: Date
  readingMinutes: number
  /** BCP 47, where the author said so. */
  lang: string | null
}

/** A whole published article, its text as sanitised HTML. */
export interface Article extends ArticleCard {
  contentHtml: string
  keywords: string[]
  canonicalUrl: string | null
  /** A copy that asks search engines to pass it by. */
  isNoindex: boolean
  updatedAt: Date
}

/** Which of a site's published articles: those of a category or of an author, or all of them. */
export interface ArticleScope {
  /** A tag, compared without case. */
  category?: string
  /** An exact name. */
  author?: string
}

/** An article's Markdown with what its own page says about it. */
export interface ArticleSource extends ArticleText {
  id: string
  slug: string
  imageUrl: string | null
  publishedAt: Date
  updatedAt: Date
  lang: string | null
}

/** A section of a text that its table of contents leads to. */
export interface TocEntry {
  /** Of the heading's element. */
  id: string
  text: string
  /** 2 or 3. */
  level: number
}

/** An article with what its page shows besides. */
export interface ArticleWithToc extends Article {
  /** Empty for a text that is short. */
  toc: TocEntry[]
}

export interface ArticlePage {
  articles: ArticleCard[]
  /** Published articles in the whole list. */
  total: number
  page: number
  pageCount: number
  /** Whether the store was away: the numbers say nothing then. */
  isUnread?: true
}

/** An article as its author wrote it, before it has an id, a slug or HTML. */
export interface ArticleText {
  title: string
  content: string
  metaDescription: string | null
  author: string
  tags: string[]
  keywords: string[]
  canonicalUrl: string | null
}

/**
 * The slug of a title by the spec's rule (§5), before it is made unique. A title with no letter or digit of a-z0-9
 * is transliterated first; one that is still empty gets `post-` and the first 8 characters of the article's id.
 */
export function toSlug(title: string, id: string): string {
  // The end of the id: a UUIDv7 begins with the time, which articles of the same minute share.
  return slugRule(title) || slugRule(transliterate(title)) || `post-${id.replaceAll('-', '').slice(-8)}`
}

function slugRule(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/** What slugs that differ by their suffix have in common; the store's `slug_root` says the same. */
export const toSlugRoot = (slug: string) => slug.replace(/(-\d+)+$/, '')

/**
 * Tags compare without case: the form in which they are looked up and linked. Each character on its own and to a
 * single one, as `lower()` of the store does it: JavaScript's own way would make another word of ΟΔΟΣ and İstanbul.
 */
export const toTagKey = (tag: string) =>
  ASCII.test(tag) ? tag.toLowerCase() : Array.from(tag, toLowerCharacter).join('')

const ASCII = /^[ -~]*$/ // nearly all tags, and a page asks for many
const toLowerCharacter = (character: string) => Array.from(character.toLowerCase())[0] ?? ''

/** Whether a category is one of the eight that every site has. */
export const isKnownCategory = (name: string) =>
  CATEGORIES.some((category) => toTagKey(category) === toTagKey(name))

/** The category an article is drawn in: the first of its tags that is one of the eight, or the default. */
export function categoryOf(article: { tags: string[] }): (typeof CATEGORIES)[number] | undefined {
  const keys = new Set(article.tags.map(toTagKey))
  return CATEGORIES.find((category) => keys.has(toTagKey(category)))
}

/** The address that search engines should show for an article: that of its page, unless it names another. */
export const canonicalUrlOf = (origin: string, article: { slug: string; canonicalUrl: string | null }) =>
  article.canonicalUrl ?? origin + articlePath(article)

/** When readers last saw something new: an article may have been written long before it was published. */
export const modifiedAt = ({ publishedAt, updatedAt }: { publishedAt: Date; updatedAt: Date }) =>
  updatedAt > publishedAt ? updatedAt : publishedAt

/**
 * The path of an address as redirects know it: without host, query, escapes and slashes at the end.
 * Undefined for what is no address, and for a home page, which no article can take over.
 */
export function toOldPath(address: string): string | undefined {
  const url = URL.parse(address.trim(), 'http://old.invalid')
  if (!url || !/^https?:$/.test(url.protocol) || address.includes('\0')) return undefined
  const path = decodePath(url.pathname).replace(/\/+$/, '')
  return path === '' || path.includes('\0') ? undefined : path
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // an escape that is none stands for itself
  }
}

export const articlePath = (article: { slug: string }) => `/article/${encodeURIComponent(article.slug)}`
/** Address of an article's Markdown. No slug ends like this: slugs are made of a-z, 0-9 and hyphens alone. */
export const markdownPath = (article: { slug: string }) => `${articlePath(article)}.md`
export const categoryPath = (tag: string) => `/category/${toStep(toTagKey(tag))}`
export const authorPath = (author: string) => `/author/${toStep(author)}`

// Browsers take a step of one or two dots, even escaped, for a way up. No name ends with a space: one behind keeps it.
const toStep = (name: string) => encodeURIComponent(/^\.\.?$/.test(name) ? `${name} ` : name)

/**
 * The name in the path of a category or an author, as categoryPath and authorPath wrote it. The router's own parameter
 * is no such name: it takes a `%2F` that is part of the name for a slash.
 */
export const readName = (pathname: string): string =>
  decodePath(pathname.split('/')[2] ?? '').replace(/^(\.\.?) $/, '$1')

/** Which articles an address is about; `params` are the router's, and tell no more than what the name is of. */
export function readScope(params: ArticleScope, { pathname }: { pathname: string }): ArticleScope {
  if (params.category !== undefined) return { category: readName(pathname) }
  return params.author === undefined ? {} : { author: readName(pathname) }
}

const SITE_DESCRIPTION_LENGTH = 300

/** A site in a sentence or two, for search engines, feeds and language models: its owner's words where there are some. */
export const describeSite = ({ name, description }: { name: string; description: string }): string =>
  toExcerpt(description.replaceAll(/\s+/g, ' ').trim(), SITE_DESCRIPTION_LENGTH) ||
  `News and stories from ${name}.`

/** Names of what a cached page was made from; a write drops the pages that carry one of its names. */
export const pageTag = {
  site: (siteId: string) => `site:${siteId}`,
  list: (siteId: string) => `list:${siteId}`,
  category: (siteId: string, tag: string) => `tag:${siteId}:${toTagKey(tag)}`,
  author: (siteId: string, author: string) => `author:${siteId}:${author}`,
  article: (id: string) => `article:${id}`,
}

/** Every page that shows, or would have to show, an article of these tags and this author. */
export function pageTagsOfArticle(article: {
  id: string
  siteId: string
  tags: string[]
  author: string
}): string[] {
  return [
    pageTag.article(article.id),
    pageTag.list(article.siteId),
    pageTag.author(article.siteId, article.author),
    ...article.tags.map((tag) => pageTag.category(article.siteId, tag)),
  ]
}
