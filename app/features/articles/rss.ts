import { type Article, articlePath } from './articles.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** RSS 2.0 with the whole text of each article, newest first (rssboard.org/rss-specification). */
export function toRss(site: { name: string; origin: string }, articles: Article[]): string {
  const newest = articles[0]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', site.name),
    element('link', `${site.origin}/`),
    element('description', `News and stories from ${site.name}.`),
    `<atom:link href="${escapeXml(`${site.origin}/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [element('lastBuildDate', newest.publishedAt.toUTCString())] : []),
    ...articles.map((article) => toItem(site.origin, article)),
    '</channel>',
    '</rss>',
  ].join('\n')
}

function toItem(origin: string, article: Article): string {
  return [
    '<item>',
    element('title', article.title),
    element('link', origin + articlePath(article)),
    `<guid isPermaLink="false">urn:uuid:${article.id}</guid>`,
    element('pubDate', article.publishedAt.toUTCString()),
    element('dc:creator', article.author),
    element('description', article.metaDescription ?? article.excerpt),
    ...article.tags.map((tag) => element('category', tag)),
    element('content:encoded', article.contentHtml),
    '</item>',
  ].join('\n')
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

// Characters that XML 1.0 does not allow at all are dropped (w3.org/TR/xml, 2.2).
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
