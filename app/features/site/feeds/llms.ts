import { type ArticleCard, categoryPath, describeSite, markdownPath } from '../../articles/articles.ts'
import { type FeedSite, feedUrl } from './feeds.ts'
import { FEED_FORMATS, type FeedFormat } from '../../../shared/feed-formats.ts'

/** Maximum articles in llms.txt: the newest. */
export const LLMS_LIMIT = 100

type ListedArticle = Pick<ArticleCard, 'slug' | 'title' | 'metaDescription'>

interface Listed {
  categories: { name: string }[]
  articles: ListedArticle[]
}

/**
 * Returns the llms.txt of a site (llmstxt.org): its name and summary, then lists of links. The links lead to the
 * Markdown of its newest articles, its categories and its feeds.
 */
export function toLlms(site: FeedSite, { categories, articles }: Listed): string {
  const name = toLine(site.name)
  const sections = [
    section(
      'Latest articles',
      articles.map((article) => toArticleLink(site.origin, article)),
    ),
    section(
      'Categories',
      categories.map((category) => link(category.name, site.origin + categoryPath(category.name))),
    ),
    section('Feeds', toFeedLinks(site)),
    section('Optional', [
      link('Sitemap', `${site.origin}/sitemap.xml`, 'every article, category and author'),
    ]),
  ]
  return [
    `# ${name}`,
    `> ${toLine(describeSite(site))}`,
    'Every article is also there as Markdown: its address with `.md` at the end.',
    ...sections,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const section = (title: string, links: string[]) =>
  links.length === 0 ? '' : `## ${title}\n\n${links.join('\n')}`

function toArticleLink(origin: string, article: ListedArticle): string {
  return link(article.title, origin + markdownPath(article), article.metaDescription ?? undefined)
}

function toFeedLinks(site: FeedSite): string[] {
  const formats: FeedFormat[] = ['rss', 'atom', 'json']
  return formats.map((format) =>
    link(FEED_FORMATS[format].label, feedUrl(site, {}, format), 'the newest articles with their whole text'),
  )
}

const link = (name: string, url: string, note?: string) =>
  `- [${toLine(name)}](${url})${note ? `: ${toLine(note)}` : ''}`

// Returns one line of plain text. Markup is escaped, so that no character ends the link or the line early.
const toLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`<>*_]/g, String.raw`\$&`)
