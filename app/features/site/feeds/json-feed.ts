import { type Feed, type FeedItem } from './feeds.ts'

/** Returns a feed as JSON Feed 1.1 with the whole text of each article (jsonfeed.org/version/1.1). */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.urls.json,
    ...(feed.hubUrl && { hubs: [{ type: 'WebSub', url: feed.hubUrl }] }),
    description: feed.description,
    language: feed.language,
    items: feed.items.map(toItem),
  })
}

function toItem(item: FeedItem) {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    content_html: item.contentHtml,
    summary: item.summary,
    ...(item.imageUrl && { image: item.imageUrl }),
    date_published: item.publishedAt.toISOString(),
    date_modified: item.modifiedAt.toISOString(),
    authors: item.authors,
    ...(item.tags.length > 0 && { tags: item.tags }),
    ...(item.lang && { language: item.lang }),
  }
}
