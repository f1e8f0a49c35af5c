import { type Markup, tag, toXmlDocument } from '../../shared/xml.ts'
import { type Feed, FEED_FORMATS, type FeedItem, SITE_LANGUAGE } from './feeds.ts'

/** Atom 1.0 with the whole text of each article (RFC 4287). */
export function toAtom(feed: Feed): string {
  const root = tag(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': SITE_LANGUAGE },
    tag('id', {}, feed.urls.atom),
    tag('title', {}, feed.title),
    tag('subtitle', {}, feed.description),
    // A feed must say when it changed last, even one that never had anything (4.1.1).
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
    tag('author', {}, tag('name', {}, item.author.name), tag('uri', {}, item.author.url)),
    ...item.tags.map((term) => tag('category', { term })),
    tag('summary', {}, item.summary),
    tag('content', { type: 'html' }, item.contentHtml),
  )
}
