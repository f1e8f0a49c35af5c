import { decodePath } from '../../articles/articles.ts'
import { toMoment } from './dates.ts'
import { findBroken, linkOf, listOf, readEntries, textOf, toHtml } from './feed-entries.ts'
import { type FeedElement, type FeedEntry, FeedParser } from './feed-xml.ts'
import { type Found, toKnownSlug, toPlainText } from './formats.ts'

const KIND = /\/blogger\/2008\/kind#(\w+)$/
const GONE = /TRASH|DELETED/

/**
 * Returns the articles of an export of Blogger: that of its settings, or that of Google Takeout. Pages become drafts, for
 * they were in no list; comments and settings are counted.
 */
export async function* readBlogger(pieces: AsyncIterable<string>): AsyncGenerator<Found> {
  const parser = new FeedParser()
  for await (const entry of readEntries(parser, pieces)) {
    const place = `line ${entry.line}`
    const problem = findBroken(entry)
    yield problem ? { place, problem } : { place, ...readEntry(entry, parser.head) }
  }
  const problem = parser.findProblem()
  if (problem) yield { place: 'end of the file', problem: `${problem}. Export it again.` }
}

function readEntry({ elements }: FeedEntry, head: FeedElement[]) {
  const kind = findKind(elements)
  const status = textOf(elements, 'blogger:status').toUpperCase()
  if (kind === 'comment') return { leftOut: 'comment of a reader' }
  if (kind !== 'post' && kind !== 'page') return { leftOut: `${kind} of the blog (no article)` }
  if (GONE.test(status) || textOf(elements, 'blogger:trashed')) return { leftOut: `${kind} (trash)` }
  return toArticle(elements, { kind, status, head })
}

function findKind(elements: FeedElement[]): string {
  const term = listOf(elements, 'category')
    .map(({ attributes: { term: written = '' } }) => KIND.exec(written)?.[1])
    .find(Boolean)
  return term ?? (textOf(elements, 'blogger:type').toLowerCase() || 'post')
}

interface About {
  kind: 'post' | 'page'
  status: string
  head: FeedElement[]
}

function toArticle(elements: FeedElement[], about: About) {
  const address = linkOf(elements) || textOf(elements, 'blogger:filename')
  return {
    html: 'plain' as const,
    ...(about.kind === 'page' && { lost: ['page (a draft now)'] }),
    site: URL.parse(address)?.origin,
    fields: {
      source: textOf(about.head, 'id').replace(/\.archive$/, '') || 'blogger.com',
      path: textOf(elements, 'id') || address,
      title: toPlainText(textOf(elements, 'title')),
      slug: toSlugOf(address),
      content: readContent(elements),
      description: textOf(elements, 'blogger:metaDescription'),
      author: textOf(elements, 'author/name'),
      tags: listLabels(elements),
      image_url: listOf(elements, 'media:thumbnail')[0]?.attributes.url,
      published_at: toMoment(textOf(elements, 'published', 'blogger:created')),
      updated_at: toMoment(textOf(elements, 'updated')),
      draft: isDraft(elements, about),
      aliases: address ? [address] : [],
    },
  }
}

const isDraft = (elements: FeedElement[], { kind, status }: About) =>
  kind === 'page' ||
  /^(?:yes|true)$/i.test(textOf(elements, 'app:control/app:draft')) ||
  !/^(?:LIVE|SCHEDULED)?$/.test(status)

const toSlugOf = (address: string) =>
  toKnownSlug(
    decodePath(URL.parse(address, 'http://old.invalid')?.pathname ?? '')
      .split('/')
      .at(-1) || undefined,
  )

const readContent = (elements: FeedElement[]): string =>
  listOf(elements, 'content').map(toHtml).find(Boolean) ?? ''

const listLabels = (elements: FeedElement[]): string[] =>
  listOf(elements, 'category').flatMap(({ attributes: { term, scheme = '' } }) =>
    term && !KIND.test(term) && !scheme.endsWith('#kind') ? [term] : [],
  )
