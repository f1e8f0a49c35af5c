import { toPagePath } from '../../articles/placement/placement.ts'
import { decodePath } from '../../articles/articles.ts'
import { toMoment } from './dates.ts'
import { findBroken, linkOf, listOf, readEntries, textOf, toHtml } from './feed-entries.ts'
import { type FeedElement, type FeedEntry, FeedParser } from './feed-xml.ts'
import type { Found, Loss } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'

const COMMENT = 'comment of a reader'
const KIND = /\/blogger\/2008\/kind#(\w+)$/
const GONE = /TRASH|DELETED/

/**
 * Returns the articles of an export of Blogger: that of its settings, or that of Google Takeout. Pages become drafts, for
 * they were in no list. The comments of an article are counted with it, and settings are named. `open` is called twice,
 * because comments come after their articles.
 */
export async function* readBlogger(open: () => AsyncIterable<string>): AsyncGenerator<Found> {
  const parser = new FeedParser()
  const comments = await countComments(open())
  for await (const entry of readEntries(parser, open())) {
    if (isComment(entry) && (isThrownAway(entry) || comments.has(findParent(entry)))) continue
    const place = `line ${entry.line}`
    const problem = findBroken(entry)
    yield problem ? { place, problem } : { place, ...readEntry(entry, parser.head, comments) }
  }
  const problem = parser.findProblem()
  if (problem) yield { place: 'end of the file', problem: `${problem}. Export it again.` }
}

/** The numbers of comments, by the ids of their articles. */
type Comments = Map<string, number>

const MOST_ARTICLES = 100_000 // their ids are in memory; comments of other articles are items of their own

/** Counts the comments of the articles that come in. */
async function countComments(pieces: AsyncIterable<string>): Promise<Comments> {
  const comments: Comments = new Map()
  const articles = new Set<string>()
  for await (const entry of readEntries(new FeedParser(), pieces)) {
    const id = isComment(entry) ? findParent(entry) : findArticle(entry)
    const known = isComment(entry) ? comments : articles
    if (id === '' || isThrownAway(entry) || (known.size >= MOST_ARTICLES && !known.has(id))) continue
    if (known === articles) articles.add(copy(id))
    else comments.set(copy(id), (comments.get(id) ?? 0) + 1)
  }
  return new Map([...comments].filter(([id]) => articles.has(id)))
}

const copy = structuredClone // a part of a text would keep all of it in memory

/** Returns the id of an article that comes in; an empty text for another entry. */
const findArticle = (entry: FeedEntry) =>
  !entry.problem && 'fields' in readEntry(entry) ? textOf(entry.elements, 'id') : ''

// Readers saw none of these.
const isThrownAway = ({ elements }: FeedEntry) =>
  /SPAM|TRASH|DELETED/i.test(textOf(elements, 'blogger:status'))

const isComment = ({ elements }: FeedEntry) => findKind(elements) === 'comment'

// The export of the settings has an element of Atom's threads, Takeout one of its own.
const findParent = ({ elements }: FeedEntry) =>
  listOf(elements, 'thr:in-reply-to')[0]?.attributes.ref ?? textOf(elements, 'blogger:parent')

function readEntry({ elements }: FeedEntry, head: FeedElement[] = [], comments: Comments = new Map()) {
  const kind = findKind(elements)
  const status = textOf(elements, 'blogger:status').toUpperCase()
  if (kind === 'comment') return { leftOut: COMMENT }
  if (kind !== 'post' && kind !== 'page') return { leftOut: `${kind} of the blog (no article)` }
  if (GONE.test(status) || textOf(elements, 'blogger:trashed')) return { leftOut: `${kind} (trash)` }
  const count = comments.get(textOf(elements, 'id'))
  const counted: Loss[] = count === undefined ? [] : [[COMMENT, count]]
  return { ...toArticle(elements, { kind, status, head }), ...(counted.length > 0 && { counted }) }
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
      ...(about.kind === 'page' && {
        page: toPagePath(address.replace(/\.html$/, ''), toSlugOf(address) ?? ''),
      }),
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
