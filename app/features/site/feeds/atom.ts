import { type Markup, tag, toXmlDocument } from '../../../shared/xml.ts'
import { type Feed, type FeedItem } from './feeds.ts'
import { FEED_FORMATS } from '../../../shared/feed-formats.ts'

/** Returns a feed as Atom 1.0 with the whole text of each article (RFC 4287). */
export function toAtom(feed: Feed): string {
  const root = tag(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language },
    tag('id', {}, feed.urls.atom),
    tag('title', {}, feed.title),
    tag('subtitle', {}, feed.description),
    // A feed must have a date of change, even an empty one (RFC 4287, 4.1.1).
    tag('updated', {}, (feed.modifiedAt ?? new Date(0)).toISOString()),
    tag('link', { rel: 'self', type: FEED_FORMATS.atom.type, href: feed.urls.atom }),
    feed.hubUrl && tag('link', { rel: 'hub', href: feed.hubUrl }),
    tag('link', { rel: 'alternate', type: 'text/html', href: feed.pageUrl }),
    ...feed.items.map(toEntry),
  )
  return toXmlDocument(root)
}

function toEntry(item: FeedItem): Markup {
  return tag(
    'entry',
    { 'xml:lang': item.lang ?? undefined },
    tag('id', {}, item.id),
    tag('title', {}, item.title),
    tag('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    tag('published', {}, item.publishedAt.toISOString()),
    tag('updated', {}, item.modifiedAt.toISOString()),
    ...item.authors.map(({ name, url }) => tag('author', {}, tag('name', {}, name), tag('uri', {}, url))),
    ...item.tags.map((term) => tag('category', { term })),
    tag('summary', {}, item.summary),
    tag('content', { type: 'html' }, item.contentHtml),
  )
}
