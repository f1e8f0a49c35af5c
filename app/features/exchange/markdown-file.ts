import { stringify } from 'yaml'
import { type ArticleText, toOldPath } from '../articles/articles.ts'
import { parseFrontMatter } from './front-matter.ts'
import { type Found, readField, readText, toKnownSlug, toMoment, toRecord } from './exchange.ts'

/**
 * Reads an article from a Markdown file. The front matter may name its own `source` and `path`; without, those given
 * identify it. Understands the keys of Jekyll, Hugo, Zola, Eleventy and our own export; file names such as
 * `2021-08-23-a-title.md` tell date and slug where the front matter does not.
 */
export function readMarkdownFile(text: string, known: { source: string; path: string }): Found {
  try {
    const { fields, content } = parseFrontMatter(text)
    const given = toGiven(fields)
    return {
      place: known.path,
      fields: { ...toIdentity(given, known), ...toTexts(given, content), ...toAddress(given, known.path) },
    }
  } catch (error) {
    return { place: known.path, problem: error instanceof Error ? firstLine(error.message) : String(error) }
  }
}

const IMAGES = ['image_url', 'image', 'cover', 'cover_image', 'featured_image', 'feature_image', 'thumbnail']

function toTexts(given: Given, content: string) {
  return {
    content,
    title: given.text('title') ?? /^# +(.+?)[ #]*$/m.exec(content)?.[1],
    description: given.text('description', 'summary', 'excerpt', 'meta_description'),
    author: given.list('author', 'authors').join(', '),
    tags: [...given.list('tags', 'tag'), ...given.list('categories', 'category')],
    keywords: given.list('keywords'),
    canonical_url: given.text('canonical_url', 'canonical', 'canonicalurl'),
    image_url: given.text(...IMAGES),
    lang: given.text('lang', 'language', 'locale'),
  }
}

function toIdentity(given: Given, known: { source: string; path: string }) {
  const source = readText(given.any('source')) // to the letter: it identifies
  const path = readText(given.any('path'))
  return source && path ? { source, path } : known
}

function toAddress(given: Given, path: string) {
  const named = readFileName(path)
  const permalink = given.text('permalink', 'url')
  return {
    slug: toKnownSlug(given.text('slug') ?? lastSegment(permalink) ?? named.slug),
    published_at: toMoment(given.any('published_at', 'date', 'publishdate', 'pubdate') ?? named.date),
    updated_at: toMoment(given.any('updated_at', 'updated', 'lastmod', 'last_modified_at', 'modified')),
    draft: isDraft(given, path),
    aliases: [...given.list('aliases', 'alias', 'redirect_from'), ...oldAddress(permalink)],
  }
}

interface Given {
  /** The first of the keys that is there at all. */
  any: (...keys: string[]) => unknown
  /** The first of the keys that holds a text, also as the address of an image object. */
  text: (...keys: string[]) => string | undefined
  /** The labels of the first of the keys that is there: a list, or one text with commas. */
  list: (...keys: string[]) => string[]
}

function toGiven(fields: Record<string, unknown>): Given {
  const taxonomies = toRecord(fields.taxonomies) // Zola
  const all = new Map(
    Object.entries({ ...taxonomies, ...fields }).map(([key, value]) => [toKey(key), value ?? undefined]),
  )
  const any = (...keys: string[]) => keys.map((key) => all.get(key)).find((value) => value !== undefined)
  return {
    any,
    text: (...keys) => keys.map((key) => toText(all.get(key))).find(Boolean),
    list: (...keys) => toLabels(any(...keys)),
  }
}

const toKey = (key: string) => key.toLowerCase().replaceAll('-', '_')

function toText(value: unknown): string | undefined {
  const record = toRecord(value)
  return readField(value) ?? readField(record.image ?? record.src ?? record.url ?? record.path)
}

function toLabels(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',').map((label) => label.trim()).filter(Boolean) // prettier-ignore
  const items: unknown[] = Array.isArray(value) ? value.flat(2) : [value]
  return items.flatMap((item) => readField(item) ?? readField(toRecord(item).name) ?? [])
}

const isOn = (value: string | undefined) => /^(true|yes|on|1)$/i.test(value ?? '')
const isOff = (value: string | undefined) => /^(false|no|off|0)$/i.test(value ?? '')

const isDraft = (given: Given, path: string) =>
  isOn(given.text('draft')) ||
  isOff(given.text('published')) ||
  given.text('status')?.toLowerCase() === 'draft' ||
  /(^|\/)_drafts\//.test(path)

function readFileName(path: string): { date?: string; slug?: string } {
  const steps = path.replace(/\.(md|markdown)$/i, '').split('/')
  const name = (/^_?index$/i.test(steps.at(-1) ?? '') ? steps.at(-2) : steps.at(-1)) ?? ''
  const [, date, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(name) ?? []
  return { date, slug: rest ?? name }
}

// Jekyll's patterns such as /:year/:title/ name no address.
const oldAddress = (permalink: string | undefined) =>
  permalink && !permalink.includes(':title') && !permalink.includes('/:') ? [permalink] : []

const lastSegment = (permalink: string | undefined) =>
  oldAddress(permalink).map((address) => toOldPath(address)?.split('/').at(-1))[0]

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** What an exported file says of an article; a date that is null is left out. */
export interface ExportedArticle extends ArticleText {
  source: string
  path: string
  slug: string
  imageUrl: string | null
  lang: string | null
  publishedAt: Date | null
  updatedAt: Date
  oldPaths: string[]
}

const NAME_LIMIT = 200 // bytes; file systems allow 255

/** What the file of an article is called: its slug, with its number where that is too long for a file system. */
export const toFileName = ({ slug }: { slug: string }, number: number): string =>
  slug.length > NAME_LIMIT ? `${slug.slice(0, NAME_LIMIT)}-${number}.md` : `${slug}.md`

/** The Markdown file of an article, which readMarkdownFile reads back to the same article. */
export function toMarkdownFile(article: ExportedArticle): string {
  const fields = {
    title: article.title,
    slug: article.slug,
    author: [article.author],
    published_at: article.publishedAt?.toISOString(),
    draft: article.publishedAt ? undefined : true,
    updated_at: article.updatedAt.toISOString(),
    description: article.metaDescription ?? undefined,
    tags: article.tags,
    keywords: article.keywords,
    canonical_url: article.canonicalUrl ?? undefined,
    image_url: article.imageUrl ?? undefined,
    lang: article.lang ?? undefined,
    aliases: article.oldPaths.map(encodeURI),
    source: article.source,
    path: article.path,
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${article.content}`
}
