import { decodePath } from '../../articles/articles.ts'
import { escapeHtml } from '../../../shared/text.ts'
import { toMoment } from './dates.ts'
import { findBroken, linkOf, listOf, readEntries, textOf, textsOf, toHtml } from './feed-entries.ts'
import { type FeedElement, FeedParser } from './feed-xml.ts'
import type { Found } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'
import { readField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

/** What a feed says of itself at the end of its articles. */
export const FEW =
  'older articles (a feed has the newest ones only; the export of the old site has all of them)'

const SUMMARY = 'text of an article (its feed has a summary only; a draft now)'

/**
 * Returns the articles of a feed: RSS, Atom, or RSS 1.0. An article of which it has a summary only becomes a draft.
 */
export async function* readFeed(pieces: AsyncIterable<string>, file: string): AsyncGenerator<Found> {
  const parser = new FeedParser()
  let count = 0
  for await (const entry of readEntries(parser, pieces)) {
    count += 1
    const place = `line ${entry.line}`
    const problem = findBroken(entry)
    const feed = {
      source: linkOf(parser.head) || textOf(parser.head, 'title') || file,
      lang: textOf(parser.head, 'language') || undefined,
    }
    yield problem ? { place, problem } : { place, ...toArticle(entry.elements, feed) }
  }
  const problem = parser.findProblem()
  if (problem) yield { place: 'end of the file', problem: `${problem}. Fetch it again.` }
  if (count > 0) yield { place: 'the whole file', leftOut: FEW }
}

function toArticle(elements: FeedElement[], { source, lang }: { source: string; lang: string | undefined }) {
  const address = linkOf(elements).replace(MEDIA, '')
  const { html, isSummary, isDescribed } = readContent(elements)
  return {
    html: 'plain' as const,
    ...(isSummary && { lost: [SUMMARY] }),
    site: source,
    fields: {
      source,
      path: textOf(elements, 'guid', 'id') || address,
      title: toPlainText(textOf(elements, 'title')),
      slug: toSlug(address),
      content: toEpisode(elements) + html,
      description: isDescribed ? toDescription(elements) : '',
      author: readAuthor(elements),
      tags: listTags(elements),
      image_url: findPicture(elements),
      lang,
      published_at: toMoment(
        textOf(elements, 'pubDate', 'published', 'dc:date', 'dcterms:created', 'issued', 'updated'),
      ),
      updated_at: toMoment(textOf(elements, 'updated', 'modified', 'dcterms:modified')),
      draft: isSummary,
      aliases: address ? [address] : [],
    },
  }
}

// The number of a post in a query is no slug.
const toSlug = (address: string) =>
  toKnownSlug(
    decodePath(URL.parse(address)?.pathname ?? '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1)
      ?.replace(/^index\.\w+$/i, '') || undefined,
  )

// Some feeds of podcasts link to the sound alone.
const MEDIA = /^.*\.(?:mp3|m4a|mp4|ogg|oga|wav|webm|mov)(?:[?#].*)?$/i

interface Content {
  html: string
  isSummary: boolean
  /** True if there is a description beside it. */
  isDescribed: boolean
}

function readContent(elements: FeedElement[]): Content {
  const content = listOf(elements, 'content:encoded')[0] ?? listOf(elements, 'content')[0]
  if (content && content.text.trim() !== '')
    return { html: toHtml(content), isSummary: false, isDescribed: true }
  const [summary] = [...listOf(elements, 'description'), ...listOf(elements, 'summary')]
  const html = summary ? toHtml(summary) : ''
  // RSS has one element for both.
  const isWhole = summary?.name === 'description' && BLOCK.test(html) && !CUT.test(toPlainText(html))
  return { html, isSummary: !isWhole, isDescribed: false }
}

const BLOCK = /<(?:p|div|br|ul|ol|h\d|blockquote|pre|table|figure)\b/i
const CUT = /(?:\[?(?:…|\.\.\.)\]?|\b(?:read|continue)\b.{0,30})$/i

const toDescription = (elements: FeedElement[]) => {
  const text = toPlainText(textOf(elements, 'summary', 'itunes:summary', 'description'))
  return text.length <= LONGEST_DESCRIPTION ? text : ''
}

const LONGEST_DESCRIPTION = 500 // a longer one is the text again

/** Returns a link to the sound of an episode, as HTML; an empty text without one. */
const toEpisode = (elements: FeedElement[]) =>
  listOf(elements, 'enclosure')
    .flatMap(({ attributes: { type = '', url } }) => (url && /^(?:audio|video)\//.test(type) ? [url] : []))
    .slice(0, 1)
    .map((url) => `<p><a href="${escapeHtml(url)}">Listen to the episode</a></p>`)
    .join('')

// RSS: `ines@example.com (Ines Halloran)`.
function readAuthor(elements: FeedElement[]): string {
  const names = textsOf(elements, 'dc:creator', 'author/name', 'itunes:author')
  if (names.length > 0) return names.join(', ')
  const written = textOf(elements, 'author')
  return /\(([^()]+)\)\s*$/.exec(written)?.[1] ?? (written.includes('@') ? '' : written)
}

const listTags = (elements: FeedElement[]): string[] => [
  ...new Set(
    [...listOf(elements, 'category'), ...listOf(elements, 'dc:subject')]
      .map(({ text, attributes: { label, term } }) => toPlainText(text) || label || term || '')
      .filter(Boolean),
  ),
]

const findPicture = (elements: FeedElement[]): string | undefined =>
  [
    ...listOf(elements, 'media:content'),
    ...listOf(elements, 'media:thumbnail'),
    ...listOf(elements, 'itunes:image'),
    ...listOf(elements, 'enclosure'),
  ]
    .filter(({ name, attributes: { type, medium } }) =>
      type || medium ? /image/.test(`${type} ${medium}`) : name !== 'enclosure',
    )
    .map(({ attributes: { url, href } }) => url ?? href)
    .find(Boolean)

/** Returns true for a JSON document that is a JSON Feed with items. */
export const isJsonFeed = (document: unknown) =>
  readTrimmed(toRecord(document).version).startsWith('https://jsonfeed.org/version/') &&
  toRecords(toRecord(document).items).length > 0

/** Returns the articles of a JSON Feed. */
export function* readJsonFeed(document: unknown, file: string): Generator<Found> {
  const feed = toRecord(document)
  const source = readField(feed.home_page_url) ?? readField(feed.title) ?? file
  for (const [index, item] of toRecords(feed.items).entries())
    yield { place: `item ${index + 1}`, ...toJsonArticle(item, source) }
  yield { place: 'the whole file', leftOut: FEW }
}

function toJsonArticle(item: Record<string, unknown>, source: string) {
  const address = readTrimmed(item.url)
  const html = readField(item.content_html) ?? toParagraph(readField(item.content_text))
  const summary = readTrimmed(item.summary)
  return {
    html: 'plain' as const,
    ...(html === undefined && { lost: [SUMMARY] }),
    site: source,
    fields: {
      source,
      path: readField(item.id) ?? address,
      title: readTrimmed(item.title),
      slug: toSlug(address),
      content: html ?? escapeHtml(summary),
      description: html === undefined ? '' : summary,
      author: listNames(item).join(', '),
      tags: Array.isArray(item.tags) ? item.tags.map(readTrimmed).filter(Boolean) : [],
      image_url: readField(item.image) ?? readField(item.banner_image),
      lang: readField(item.language),
      published_at: toMoment(item.date_published),
      updated_at: toMoment(item.date_modified),
      draft: html === undefined,
      aliases: address ? [address] : [],
    },
  }
}

const toParagraph = (text: string | undefined) =>
  text && `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const listNames = ({ authors, author }: Record<string, unknown>): string[] => [
  ...new Set([...toRecords(authors), toRecord(author)].map(({ name }) => readTrimmed(name)).filter(Boolean)),
]
