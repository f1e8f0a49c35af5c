import { type Markup, tag, toXmlDocument } from '../../../shared/xml.ts'
import { type Feed, type FeedItem } from './feeds.ts'
import { FEED_FORMATS } from '../../../shared/feed-formats.ts'

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** Returns a feed as RSS 2.0 with the whole text of each article (rssboard.org/rss-specification and its profile). */
export function toRss(feed: Feed): string {
  const channel = tag(
    'channel',
    {},
    tag('title', {}, feed.title),
    tag('link', {}, feed.pageUrl),
    tag('description', {}, feed.description),
    tag('language', {}, feed.language),
    tag('atom:link', { href: feed.urls.rss, rel: 'self', type: FEED_FORMATS.rss.type }),
    feed.hubUrl && tag('atom:link', { href: feed.hubUrl, rel: 'hub' }),
    feed.modifiedAt && tag('lastBuildDate', {}, feed.modifiedAt.toUTCString()),
    ...feed.items.map(toItem),
  )
  return toXmlDocument(tag('rss', { version: '2.0', ...NAMESPACES }, channel))
}

function toItem(item: FeedItem): Markup {
  return tag(
    'item',
    {},
    tag('title', {}, item.title),
    tag('link', {}, item.url),
    tag('guid', { isPermaLink: 'false' }, item.id),
    tag('pubDate', {}, item.publishedAt.toUTCString()),
    ...item.authors.map(({ name }) => tag('dc:creator', {}, name)),
    tag('description', {}, item.summary),
    ...item.tags.map((name) => tag('category', {}, name)),
    tag('content:encoded', {}, item.contentHtml),
  )
}
