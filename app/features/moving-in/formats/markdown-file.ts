import { stringify } from 'yaml'
import { capitalise } from '../../../shared/text.ts'
import {
  type ArticleText,
  type Field,
  FIELD_NAMES,
  type FieldName,
  FIELDS,
} from '../../articles/fields/fields.ts'
import { findCover } from './cover-keys.ts'
import { isExpired, listLabels, PUBLISHED, toAddress } from './file-address.ts'
import { type FileParts, parseFrontMatter } from './front-matter.ts'
import { toMoment } from './dates.ts'
import { type FileLinks, toPathAddress } from './file-links.ts'
import { type FileName, readFileName, withoutNumbers } from './file-names.ts'
import type { Found } from './formats.ts'
import { toKnownSlug } from './source-texts.ts'
import { type Given, toGiven } from './given.ts'
import { readHtmlNotes, showHtmlTags } from './html-tags.ts'
import { keepSaid } from './lost-words.ts'
import {
  isNotionHtml,
  isNotionPage,
  readNotion,
  toNotionAddress,
  toNotionIdentity,
  withoutIds,
} from './notion.ts'
import { readMarks, showTemplateTags, takeTitle } from './markdown-text.ts'
import { toHtmlWords, toMarkdownWords } from './plain-words.ts'
import { isAuthorPage, type TextSite, toAuthorKey, withDefaults } from './site-files.ts'
import { readRawField } from './source-fields.ts'
import { listUnusedTexts } from './unused-texts.ts'
import { findHiding, type Hiding } from './visibility.ts'

/** A file to read: its name in its folder, and what identifies it unless its front matter does. */
export interface KnownFile {
  source: string
  path: string
  name?: string
  /** The old addresses of the files that it links to; undefined for a file without its folder. */
  links?: FileLinks | undefined
  /** What other files of its folder say of it. */
  site?: TextSite | undefined
}

/**
 * Reads an article from a Markdown file of Jekyll, Hugo, Hexo, Zola, Eleventy, Astro, or our own export, or from an HTML
 * file with front matter. `known` identifies it, unless the front matter has a `source` and a `path`. The file name may give the
 * date, the slug and the language. What hides it makes a draft, and pages of sections are left out.
 */
export function readMarkdownFile(text: string, known: KnownFile): Found {
  const name = known.name ?? known.path
  try {
    const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n')
    return readLines(lines, { ...known, ...toNotionIdentity(name), name })
  } catch (error) {
    const reason = error instanceof Error ? firstLine(error.message) : String(error)
    return { place: known.path, problem: `Its front matter cannot be read: ${reason}` }
  }
}

function readLines(text: string, known: Known): Found {
  const { name, site = { path: name, authors: [], defaults: [], permalinks: [], base: '' } } = known
  const { fields: own, content, lost } = isNotionPage(name) ? readNotion(text) : readFile(text)
  const identity = toIdentity(toGiven(own))
  if (identity) return readExported({ fields: own, content }, known, identity)
  const fields = withDefaults(own, site)
  const given = toGiven(fields)
  const hasPosition = given.any('sidebar_position', 'sidebar_label') !== undefined
  const file = withoutNumbers(readFileName(withoutIds(site.path)), site.path, hasPosition)
  const leftOut = findGap(given, { path: name, file }, HTML.test(name) && Object.keys(own).length === 0)
  if (leftOut) return { place: known.path, leftOut }
  const texts = toTexts(given, file, site.authors)
  const unused = listUnusedTexts(own, listUsed(texts))
  const read = { given, texts, hiding: findHiding(fields, name), known, site }
  return readPost({ path: name, file, content }, { ...read, lost: [...lost, ...unused] })
}

interface Known extends KnownFile {
  name: string
}

const readFile = (text: string) => ({ ...parseFrontMatter(text), lost: [] })

function readExported(
  { fields, content }: FileParts,
  { name, path }: Known,
  identity: { source: string; path: string },
): Found {
  const given = toGiven(fields)
  const read = {
    ...toTexts(given, readFileName(name)),
    content,
    ...toExported(given, findHiding(fields, name)),
  }
  return { place: path, isExported: true, fields: { ...read, ...identity } }
}

interface Post extends Named {
  content: string
}

interface Read {
  given: Given
  texts: ReturnType<typeof toTexts>
  hiding: Hiding | undefined
  known: Known
  site: TextSite
  /** What the article has lost before its text is read. */
  lost: string[]
}

/** Returns the article of a file of another program. */
function readPost(
  { path, file, content }: Post,
  { given, texts, hiding, known, site, lost: before }: Read,
): Found {
  const isHtml = HTML.test(path)
  const read = isHtml ? readHtmlNotes(content) : readMarks(content, { path, links: known.links })
  const { shown, ...article } = toShown({ content: read.content, given: texts.title }, { path, file })
  const lost = [...before, ...read.lost, ...shown, ...listLost(given, hiding)]
  const ownPath = [...(known.links ? [toPathAddress(path)] : []), ...toNotionAddress(path)]
  const { page, fields: address } = toAddress(given, { file, isHidden: hiding !== undefined, ownPath, site })
  const tags = texts.tags.map((tag) => tag.replace(/^#(?=.)/, '')) // Obsidian
  const found = {
    place: known.path,
    page,
    ...(lost.length > 0 && { lost }),
    fields: { source: known.source, path: known.path, ...texts, tags, ...article, ...address },
  }
  return isHtml
    ? { ...found, html: 'tags', said: toHtmlWords(read.said) }
    : keepSaid(found, toMarkdownWords(read.said))
}

const HTML = /\.html?$/i
const LIST_PAGE = /^(search|archives?|categories|tags|taxonomy|home|404|redirect)$/i

const NOTION_HTML = 'page of Notion in HTML (export it as “Markdown & CSV”)'

interface Named {
  path: string
  file: FileName
}

const toPlainGap = (path: string) =>
  isNotionHtml(path) ? NOTION_HTML : 'HTML page without front matter (no article)'

function findGap(given: Given, { path, file }: Named, isPlainHtml: boolean): string | undefined {
  const isUndated = given.date(...PUBLISHED) === undefined
  if (isPlainHtml) return toPlainGap(path)
  if (file.isSection) return 'page of a section (no article)'
  if (isAuthorPage(path) && isUndated) return 'page of an author (no article)'
  const [, stem = ''] = /([^/]*?)(?:\.\w+)?$/.exec(path) ?? []
  const isList = ['layout', 'type'].some((key) => LIST_PAGE.test(given.text(key) ?? ''))
  const isNamed = LIST_PAGE.test(stem) && isUndated
  return isList || isNamed ? 'page of a search, an archive or a list (no article)' : undefined
}

function toTexts(given: Given, file: FileName, authors: TextSite['authors'] = []) {
  const names = new Map(authors)
  return {
    ...readFields(given),
    image_url: findCover(given),
    title: given.text('title'),
    author: given
      .list('author', 'authors')
      .map((key) => names.get(toAuthorKey(key)) ?? key)
      .join(', '),
    tags: [
      ...listLabels(given, file, ['tags', 'tag']),
      ...listLabels(given, file, ['categories', 'category']),
    ],
    lang: given.text('lang', 'language', 'locale') ?? file.lang,
  }
}

const listUsed = (texts: ReturnType<typeof toTexts>): string[] =>
  Object.values(texts).flatMap((value) => (value === undefined ? [] : value))

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

/** Returns the address of an article in a file of our own export, which has all of it. */
const toExported = (given: Given, hiding: Hiding | undefined) => ({
  slug: toKnownSlug(given.text('slug')),
  published_at: toMoment(given.any('published_at')),
  updated_at: toMoment(given.any('updated_at')),
  draft: hiding !== undefined,
  aliases: given.list('aliases'),
  page: given.text('page'),
})

const firstLine = (text: string) => text.replace(/:?\n.*/s, '')

/** An article with all fields of an exported file; a date that is null is left out. */
export interface ExportedArticle extends ArticleText {
  source: string
  path: string
  slug: string
  publishedAt: Date | null
  updatedAt: Date
  oldPaths: string[]
  /** The path of a page of a site; null for an article. */
  page?: string | null
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
    page: article.page ?? undefined,
    aliases: article.oldPaths.map(encodeURI),
    source: article.source,
    path: article.path,
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${article.content}`
}
