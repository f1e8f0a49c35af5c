import { stringify } from 'yaml'
import { capitalise } from '../../../shared/text.ts'
import { toOldPath } from '../../articles/articles.ts'
import {
  type ArticleText,
  type Field,
  FIELD_NAMES,
  type FieldName,
  FIELDS,
} from '../../articles/fields/fields.ts'
import { findCover } from './cover-keys.ts'
import { parseFrontMatter } from './front-matter.ts'
import { toMoment } from './dates.ts'
import { type FileLinks, toPathAddress } from './file-links.ts'
import { type FileName, fillPermalink, readFileName, toDefaultAddresses } from './file-names.ts'
import { type Found, toKnownSlug } from './formats.ts'
import { type Given, toGiven } from './given.ts'
import { readHtmlNotes, showHtmlTags } from './html-tags.ts'
import { keepSaid } from './lost-words.ts'
import { readMarks, showTemplateTags, takeTitle } from './markdown-text.ts'
import { toHtmlWords, toMarkdownWords } from './plain-words.ts'
import { readRawField, readTrimmed } from './source-fields.ts'
import { findHiding, type Hiding } from './visibility.ts'

/** A file to read: its name in its folder, and what identifies it unless its front matter does. */
export interface KnownFile {
  source: string
  path: string
  name?: string
  /** The old addresses of the files that it links to; undefined for a file without its folder. */
  links?: FileLinks | undefined
}

/**
 * Reads an article from a Markdown file of Jekyll, Hugo, Hexo, Zola, Eleventy, Astro, or our own export, or from an HTML
 * file with front matter. `known` identifies it, unless the front matter has a `source` and a `path`. The file name may give the
 * date, the slug and the language. What hides it makes a draft, and pages of sections are left out.
 */
export function readMarkdownFile(text: string, known: KnownFile): Found {
  const name = known.name ?? known.path
  try {
    const { fields, content } = parseFrontMatter(text.includes('\n') ? text : text.replaceAll('\r', '\n'))
    const given = toGiven(fields)
    const hiding = findHiding(fields, name)
    const isHtml = HTML.test(name)
    const file = readFileName(name)
    const leftOut = findGap(given, { path: name, file }, isHtml && Object.keys(fields).length === 0)
    if (leftOut) return { place: known.path, leftOut }
    const texts = toTexts(given, file)
    const identity = toIdentity(given)
    if (identity)
      return {
        place: known.path,
        isExported: true,
        fields: { ...texts, content, ...toExported(given, hiding), ...identity },
      }
    return readPost({ path: name, file, content }, { given, texts, hiding, known })
  } catch (error) {
    const reason = error instanceof Error ? firstLine(error.message) : String(error)
    return { place: known.path, problem: `Its front matter cannot be read: ${reason}` }
  }
}

interface Post extends Named {
  content: string
}

interface Read {
  given: Given
  texts: ReturnType<typeof toTexts>
  hiding: Hiding | undefined
  known: KnownFile
}

/** Returns the article of a file of another program. */
function readPost({ path, file, content }: Post, { given, texts, hiding, known }: Read): Found {
  const isHtml = HTML.test(path)
  const read = isHtml ? readHtmlNotes(content) : readMarks(content, { path, links: known.links })
  const { shown, ...article } = toShown({ content: read.content, given: texts.title }, { path, file })
  const lost = [...read.lost, ...shown, ...listLost(given, hiding)]
  const ownPath = known.links ? [toPathAddress(path)] : []
  const address = toAddress(given, { file, isHidden: hiding !== undefined, ownPath })
  const tags = texts.tags.map((tag) => tag.replace(/^#(?=.)/, '')) // Obsidian
  const found = {
    place: known.path,
    ...(lost.length > 0 && { lost }),
    fields: { source: known.source, path: known.path, ...texts, tags, ...article, ...address },
  }
  return isHtml
    ? { ...found, html: 'tags', said: toHtmlWords(read.said) }
    : keepSaid(found, toMarkdownWords(read.said))
}

const HTML = /\.html?$/i
const LIST_PAGE = /^(search|archives?|categories|tags|taxonomy|home|404|redirect)$/i

interface Named {
  path: string
  file: FileName
}

function findGap(given: Given, { path, file }: Named, isPlainHtml: boolean): string | undefined {
  if (isPlainHtml) return 'HTML page without front matter (no article)'
  if (file.isSection) return 'page of a section (no article)'
  const stem = /([^/]*?)(?:\.\w+)?$/.exec(path)?.[1] ?? ''
  const isList = [given.text('layout'), given.text('type')].some((kind) => LIST_PAGE.test(kind ?? ''))
  const isNamed = LIST_PAGE.test(stem) && given.date(...PUBLISHED) === undefined
  return isList || isNamed ? 'page of a search, an archive or a list (no article)' : undefined
}

function toTexts(given: Given, file: FileName) {
  return {
    ...readFields(given),
    image_url: findCover(given),
    title: given.text('title'),
    author: given.list('author', 'authors').join(', '),
    tags: [
      ...listLabels(given, file, ['tags', 'tag']),
      ...listLabels(given, file, ['categories', 'category']),
    ],
    lang: given.text('lang', 'language', 'locale') ?? file.lang,
  }
}

// Jekyll, whose files have a date in their names, separates the labels of one text by spaces.
function listLabels(given: Given, file: FileName, keys: [many: string, one: string]): string[] {
  const labels = given.list(...keys)
  const isOfJekyll = file.date !== undefined && typeof given.any(keys[0]) === 'string' && labels.length === 1
  return isOfJekyll ? labels.flatMap((label) => label.split(/\s+/)) : labels
}

/** Returns the text of a file of another program as its readers see it, with its title. */
function toShown({ content, given }: { content: string; given: string | undefined }, { path, file }: Named) {
  const isHtml = HTML.test(path)
  const shown = isHtml ? showHtmlTags(content) : showTemplateTags(content)
  const titled = isHtml ? { title: given, content: shown.content } : takeTitle(shown.content, given)
  const title = titled.title ?? capitalise(file.slug.replace(/[-_]+/g, ' '))
  return { content: titled.content, title, shown: shown.lost }
}

function listLost(given: Given, hiding: Hiding | undefined): string[] {
  return [
    hiding?.isPlain === false && `hidden article (${hiding.by}; a draft now)`,
    isExpired(given) && 'expired article (a draft now)',
  ].filter((kind) => kind !== false)
}

// Reads each field by its kind; toTexts then replaces the fields that need more rules.
const readFields = (given: Given) =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => {
      const { kind, key, otherKeys = [] }: Field = FIELDS[name]
      return [key, kind === 'labels' ? given.list(key, ...otherKeys) : given.text(key, ...otherKeys)]
    }),
  )

function toIdentity(given: Given): { source: string; path: string } | undefined {
  const source = readRawField(given.any('source')) // untrimmed, because it is part of the key
  const path = readRawField(given.any('path'))
  return source && path ? { source, path } : undefined
}

const PUBLISHED = [
  'published_at',
  'publishDate',
  'pubDate',
  'date',
  'published',
  'publishedOn',
  'datePublished',
  'posted',
  'postDate',
  'created',
  'createdAt',
  'dateCreated',
  'creationDate',
]
const UPDATED = [
  'updated_at',
  'updated',
  'updatedDate',
  'updatedOn',
  'lastmod',
  'last_modified_at',
  'lastModified',
  'lastUpdated',
  'last_update',
  'modified',
  'modifiedAt',
  'modifiedDate',
  'dateModified',
  'dateUpdated',
  'modDate',
]

interface Placed {
  file: FileName
  isHidden: boolean
  /** The address of its path, to which other files of the folder link. */
  ownPath: string[]
}

function toAddress(given: Given, { file: name, isHidden, ownPath }: Placed) {
  const written = given.date(...PUBLISHED)
  const published_at = toMoment(written ?? name.date)
  const days = listDays(written, name.date)
  const addresses = toAddresses(given, name, days)
  return {
    slug: toKnownSlug(given.text('slug') ?? addresses.slug ?? name.slug),
    published_at,
    updated_at: toMoment(given.date(...UPDATED)),
    draft: isHidden || isExpired(given),
    aliases: [...new Set([...addresses.aliases, ...ownPath])],
  }
}

/** Returns the address of an article in a file of our own export, which has all of it. */
const toExported = (given: Given, hiding: Hiding | undefined) => ({
  slug: toKnownSlug(given.text('slug')),
  published_at: toMoment(given.any('published_at')),
  updated_at: toMoment(given.any('updated_at')),
  draft: hiding !== undefined,
  aliases: given.list('aliases'),
})

/** Returns the days that addresses may have: that of the file name, and that of the date as it is written. */
const listDays = (...written: unknown[]) => [
  ...new Set(
    written.flatMap((date) => {
      const moment = toMoment(date)
      const [day] =
        /^\d{4}-\d{1,2}-\d{1,2}/.exec(readTrimmed(date)) ?? /^\d{4}-\d\d-\d\d/.exec(moment ?? '') ?? []
      return day ?? []
    }),
  ),
]

function toAddresses(given: Given, name: FileName, days: string[]) {
  const written = given.text('permalink', 'url')
  const categories = listLabels(given, name, ['categories', 'category'])
  const others = given.list('aliases', 'alias', 'redirect_from')
  if (written !== undefined && !written.includes('/:'))
    return { slug: toLastPart(written), aliases: [...others, written] }
  const filled = written && fillPermalink(written, { name, day: days[0], categories })
  return { aliases: [...others, ...(filled ? [filled] : toDefaultAddresses(name, days, categories))] }
}

// The number of a post in a URL is no slug.
const toLastPart = (permalink: string) =>
  toOldPath(permalink)?.split('/').at(-1)?.replace(/^\?.*/, '') || undefined

function isExpired(given: Given): boolean {
  const end = toMoment(given.date('expiryDate', 'expires', 'expireDate', 'unpublishDate', 'expirationDate'))
  return end !== undefined && Date.parse(end) < Date.now()
}

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
