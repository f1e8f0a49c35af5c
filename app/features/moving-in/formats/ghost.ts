import { toPagePath } from '../../articles/placement/placement.ts'
import { parseJson, TooDeepError } from '../../../shared/json.ts'
import { escapeHtml } from '../../../shared/text.ts'
import type { Found } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'
import { toMoment } from './dates.ts'
import { toHtmlWords } from './plain-words.ts'
import { toWritten } from '../../../shared/html-to-markdown/html-parts.ts'
import { renderLexical } from './ghost-lexical.ts'
import { renderMobiledoc } from './ghost-mobiledoc.ts'
import { MEMBERS } from './visibility.ts'
import { readField, readRawField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

type Fields = Record<string, unknown>

/** Returns true if a JSON document is a Ghost export, or a response of Ghost's API. */
export const isGhostExport = (document: unknown) => findTables(document) !== undefined

/**
 * Returns the articles of a Ghost export: posts and pages. A scheduled post is planned. Another one that is not
 * public (a draft, sent by mail only, for members) becomes a draft. `file` is the source if the export does not name its site.
 */
export function* readGhost(document: unknown, file: string): Generator<Found> {
  const tables = findTables(document)
  if (!tables) return
  const about = readExport(tables, file)
  for (const [index, post] of toRecords(tables.posts).entries()) {
    const place = `post ${index + 1}`
    try {
      const { html, lost, said } = readContent(post)
      const fields = toFields(post, html, about)
      yield {
        place,
        html: 'plain',
        site: about.origin || undefined,
        lost: [...listLost(post, about), ...lost],
        ...(said !== undefined && { said }),
        fields,
      }
    } catch (error) {
      yield { place, problem: toProblem(error) }
    }
  }
}

function toProblem(error: unknown): string {
  if (error instanceof TooDeepError) return 'Its text nests too deep.'
  if (error instanceof SyntaxError) return 'Its document is broken. Export it again.'
  return String(error).replace(/^Error: /, '')
}

function findTables(document: unknown): Fields | undefined {
  const root = toRecord(document)
  const inner = toRecord(toRecord(Array.isArray(root.db) ? root.db[0] : root.db).data)
  const all = [inner, toRecord(root.data), ...(isOfGhost(root) ? [root] : [])]
  return all.find((tables) => Array.isArray(tables.posts))
}

const OWN_KEYS = ['html', 'mobiledoc', 'lexical', 'markdown', 'plaintext', 'uuid', 'published_at']

// Other programs write posts into JSON, too.
function isOfGhost({ posts }: Fields): boolean {
  const all = toRecords(posts)
  return all.length === 0 || all.some((post) => OWN_KEYS.some((key) => key in post))
}

interface Export {
  source: string
  /** The origin of the site; empty if the export does not name it. */
  origin: string
  authors: Map<string, string[]>
  /** Names by id: until version 1.21 a post had one author. */
  users: Map<string, string>
  tags: Map<string, string[]>
  descriptions: Map<string, string | undefined>
  /** The pictures of posts for networks, by the id of the post. */
  images: Map<string, string | undefined>
  /** The ids of posts whose cover has a caption. */
  captioned: Set<string>
}

function readExport(tables: Fields, file: string): Export {
  const settings = new Map(toRecords(tables.settings).map(({ key, value }) => [key, readField(value)]))
  const address = toRecords(tables.posts)
    .map(({ url }) => readField(url))
    .find(Boolean)
  const origin = URL.parse(settings.get('url') ?? address ?? '')?.origin ?? ''
  const meta = toRecords(tables.posts_meta)
  return {
    origin,
    source: origin || (settings.get('title') ?? file),
    authors: joinNames(tables.posts_authors, tables.users, 'author_id'),
    users: new Map(toRecords(tables.users).map(({ id, name }) => [readTrimmed(id), readTrimmed(name)])),
    tags: joinNames(tables.posts_tags, tables.tags, 'tag_id'),
    descriptions: new Map(meta.map((row) => [readTrimmed(row.post_id), readField(row.meta_description)])),
    images: new Map(meta.map((row) => [readTrimmed(row.post_id), readField(row.og_image)])),
    captioned: new Set(meta.filter(hasCaption).map((row) => readTrimmed(row.post_id))),
  }
}

/** Returns the names of each post by its id, in the order of the export. */
function joinNames(links: unknown, named: unknown, key: string): Map<string, string[]> {
  const names = new Map(toRecords(named).map(({ id, name }) => [readTrimmed(id), readField(name)]))
  const ordered = toRecords(links).toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const byPost = Map.groupBy(ordered, (link) => readTrimmed(link.post_id))
  return new Map(
    [...byPost].map(([id, rows]) => [id, rows.flatMap((row) => names.get(readTrimmed(row[key])) ?? [])]),
  )
}

function toFields(post: Fields, html: string, about: Export): Fields {
  const first = (...keys: string[]) => keys.map((key) => readField(post[key])).find(Boolean)
  const absolute = (text: string | undefined) => text?.replaceAll('__GHOST_URL__', about.origin)
  const id = first('id', 'uuid', 'slug') ?? ''
  const authors = about.authors.get(id) ?? findAuthors(post, about)
  const tags = about.tags.get(id) ?? namesOf(post.tags)
  return {
    source: about.source,
    path: id,
    title: readField(post.title),
    slug: toKnownSlug(first('slug')),
    content: absolute(html),
    description:
      first('meta_description') ??
      about.descriptions.get(id) ??
      toPlainText(readRawField(post.custom_excerpt)),
    author: authors.join(', '),
    tags: tags.filter((name) => !name.startsWith('#')), // Ghost's internal tags begin with #
    canonical_url: absolute(first('canonical_url')),
    image_url: absolute(first('feature_image', 'image', 'og_image') ?? about.images.get(id)),
    lang: first('locale', 'language')?.replace('_', '-'),
    published_at: toMoment(first('published_at', 'created_at')),
    updated_at: toMoment(post.updated_at),
    draft: !isPublic(post, 'published'),
    ...(isPublic(post, 'scheduled') && { planned_at: toMoment(first('published_at')) }),
    aliases: [first('url') ?? `/${first('slug')}/`],
    ...toPage(post),
  }
}

function findAuthors(post: Fields, { users }: Export): string[] {
  const one = users.get(readTrimmed(post.author_id) || readTrimmed(post.author))
  const names = namesOf(post.authors)
  return one && names.length === 0 ? [one] : [...names, ...namesOf(names.length > 0 ? [] : [post.author])]
}

// Before version 3 a page was a post with a column of its own.
const toPage = ({ type, page, url, slug }: Fields) =>
  type === 'page' || page === 1 || page === true
    ? { page: toPagePath(readTrimmed(url), readTrimmed(slug)) }
    : {}

const hasCaption = (row: Fields) => toPlainText(readRawField(row.feature_image_caption)) !== ''

const listLost = (post: Fields, { captioned }: Export) =>
  [
    isPublished(post) && !isForAll(post) && MEMBERS,
    (hasCaption(post) || captioned.has(readTrimmed(post.id))) && 'caption of the cover',
    readField(post.meta_title) !== undefined && 'title for search engines (its article’s title counts)',
    readField(post.codeinjection_head ?? post.codeinjection_foot) !== undefined &&
      'code injected into a page',
  ].filter((kind) => kind !== false)

const isPublic = (post: Fields, shown: 'published' | 'scheduled') => post.status === shown && isForAll(post)

const isPublished = ({ status }: Fields) => status === 'published' || status === 'scheduled'

const isForAll = ({ visibility }: Fields) => (readField(visibility) ?? 'public') === 'public'

const namesOf = (list: unknown) => toRecords(list).flatMap(({ name }) => readField(name) ?? [])

interface Content {
  html: string
  lost: string[]
  /** The words of a document of an editor. */
  said?: string
}

function readContent(post: Fields): Content {
  const whole = readField(post.html)
  if (whole) return { html: whole, lost: [] }
  const content: Content = { html: '', lost: [] }
  const render = (text: unknown, renderDocument: (document: unknown, lost: string[]) => string) =>
    readDocument(text, (document) => {
      content.said = listTexts(document).join('\n\n')
      return renderDocument(document, content.lost)
    })
  content.html =
    render(post.lexical, renderLexical) ??
    render(post.mobiledoc, renderMobiledoc) ??
    renderWritten(readField(post.markdown)) ??
    renderPlain(readTrimmed(post.plaintext))
  return content
}

/** Returns the texts of a document: those of its nodes, and the sentences in the fields of its cards. */
function listTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return isText(key, value) ? [toHtmlWords(value)] : []
  if (Array.isArray(value)) {
    const isLine = value.some((inner) => 'text' in toRecord(inner))
    const texts = value.map((inner) => listTexts(inner, key).join('\n\n'))
    return isUnseen(value[0]) ? [] : [texts.join(isLine ? ' ' : '\n\n')]
  }
  if (typeof value !== 'object' || value === null || isUnseen(toRecord(value).type)) return []
  return Object.entries(value).flatMap(([name, inner]) => listTexts(inner, name))
}

// Cards for mails only, and a form, which is named as one.
const isUnseen = (type: unknown) => typeof type === 'string' && /^(?:email|signup|paywall)/.test(type)

const isText = (key: string, value: string) =>
  key === 'text' ||
  (!/^(?:style|title|alt|src|url|href|author|publisher)$/i.test(key) && /\p{L}\s+\p{L}/u.test(value))

const renderWritten = (text: string | undefined) => text && toWritten(text)

const renderPlain = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

// A node and the list of its children are two levels. A renderer ends at 100 nodes.
const DOCUMENT_DEPTH = 256

function readDocument(text: unknown, render: (document: unknown) => string): string | undefined {
  const json = readField(text)
  return json === undefined ? undefined : render(parseJson(json, DOCUMENT_DEPTH)) || undefined
}
