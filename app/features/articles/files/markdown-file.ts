import { stringify } from 'yaml'
import { toOldPath } from '../articles.ts'
import { type ArticleText, type Field, FIELD_NAMES, type FieldName, FIELDS } from '../fields/fields.ts'
import { parseFrontMatter } from './front-matter.ts'
import { type Found, readField, readRawField, toKnownSlug, toMoment, toRecord } from './files.ts'

/**
 * Reads an article from a Markdown file of Jekyll, Hugo, Zola, Eleventy or our own export. `known` identifies it,
 * unless the front matter has a `source` and a `path`. File names such as `2021-08-23-a-title.md` give the date and
 * the slug if the front matter has none.
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

function toTexts(given: Given, content: string) {
  return {
    ...readFields(given),
    content,
    title: given.text('title') ?? /^# +(.+?)[ #]*$/m.exec(content)?.[1],
    author: given.list('author', 'authors').join(', '),
    tags: [...given.list('tags', 'tag'), ...given.list('categories', 'category')],
    lang: given.text('lang', 'language', 'locale'),
  }
}

// Reads each field by its kind; toTexts then replaces the fields that need more rules.
const readFields = (given: Given) =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => {
      const { kind, key, otherKeys = [] }: Field = FIELDS[name]
      return [key, kind === 'labels' ? given.list(key, ...otherKeys) : given.text(key, ...otherKeys)]
    }),
  )

function toIdentity(given: Given, known: { source: string; path: string }) {
  const source = readRawField(given.any('source')) // untrimmed, because it is part of the key
  const path = readRawField(given.any('path'))
  return source && path ? { source, path } : known
}

function toAddress(given: Given, path: string) {
  const named = readFileName(path)
  const permalink = given.text('permalink', 'url')
  return {
    slug: toKnownSlug(given.text('slug') ?? findLastSegment(permalink) ?? named.slug),
    published_at: toMoment(given.any('published_at', 'date', 'publishdate', 'pubdate') ?? named.date),
    updated_at: toMoment(given.any('updated_at', 'updated', 'lastmod', 'last_modified_at', 'modified')),
    draft: isDraft(given, path),
    aliases: [...given.list('aliases', 'alias', 'redirect_from'), ...toAddresses(permalink)],
  }
}

interface Given {
  /** Returns the value of the first key that has one. */
  any: (...keys: string[]) => unknown
  /** Returns the value of the first key that has a text, or an object with the URL of an image. */
  text: (...keys: string[]) => string | undefined
  /** Returns the labels of the first key that has a value: a list, or one text with commas. */
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

const isOn = (value = '') => /^(true|yes|on|1)$/i.test(value)
const isOff = (value = '') => /^(false|no|off|0)$/i.test(value)

const isDraft = (given: Given, path: string) =>
  isOn(given.text('draft')) ||
  isOff(given.text('published')) ||
  given.text('status')?.toLowerCase() === 'draft' ||
  /(^|\/)_drafts\//.test(path)

function readFileName(path: string): { date?: string; slug?: string } {
  const [file = '', folder = ''] = path.replace(/\.(md|markdown)$/i, '').split('/').toReversed() // prettier-ignore
  const name = /^_?index$/i.test(file) ? folder : file
  const [, date, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(name) ?? []
  return { date, slug: rest ?? name }
}

// Jekyll's patterns such as /:year/:title/ are not URLs.
const toAddresses = (permalink: string | undefined) =>
  permalink && !permalink.includes(':title') && !permalink.includes('/:') ? [permalink] : []

const findLastSegment = (permalink: string | undefined) =>
  toAddresses(permalink).map((address) => toOldPath(address)?.split('/').at(-1))[0]

const firstLine = (text: string) => text.replace(/:?\n.*/s, '')

/** An article with all fields of an exported file; a date that is null is left out. */
export interface ExportedArticle extends ArticleText {
  source: string
  path: string
  slug: string
  lang: string | null
  publishedAt: Date | null
  updatedAt: Date
  oldPaths: string[]
}

const NAME_LIMIT = 200 // bytes; file systems allow 255

/** Returns the file name of an article: its slug, or for a very long slug its beginning and the article's number. */
export const toFileName = ({ slug }: { slug: string }, number: number): string =>
  slug.length > NAME_LIMIT ? `${slug.slice(0, NAME_LIMIT)}-${number}.md` : `${slug}.md`

const NAMED_ABOVE = new Set<FieldName>(['title', 'content', 'author'])

/** Returns the Markdown file of an article, which readMarkdownFile reads back to the same article. */
export function toMarkdownFile(article: ExportedArticle): string {
  const fields = {
    title: article.title,
    slug: article.slug,
    author: [article.author],
    published_at: article.publishedAt?.toISOString(),
    draft: article.publishedAt ? undefined : true,
    updated_at: article.updatedAt.toISOString(),
    ...Object.fromEntries(
      FIELD_NAMES.flatMap((name) =>
        NAMED_ABOVE.has(name) ? [] : [[FIELDS[name].key, article[name] ?? undefined]],
      ),
    ),
    lang: article.lang ?? undefined,
    aliases: article.oldPaths.map(encodeURI),
    source: article.source,
    path: article.path,
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${article.content}`
}
