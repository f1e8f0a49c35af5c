import { env } from '../../platform/env.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import { lastModifiedHeader } from '../../shared/http.ts'
import { type ArticleScope, pageTag } from '../articles/articles.ts'
import { listForFeed } from '../articles/queries.server.ts'
import { answerFile } from './answers.server.ts'
import { toAtom } from './atom.ts'
import { FEED_FORMATS, FEED_LIMIT, type Feed, type FeedFormat, toFeed } from './feeds.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRss } from './rss.ts'

const WRITERS = { rss: toRss, atom: toAtom, json: toJsonFeed }

/**
 * Answers with the newest articles of a site, or of one of its categories or authors, as a feed. It is kept until a
 * write drops its tag; the empty one of a category or author is not: there are endless names to ask for.
 */
export async function answerFeed(
  site: RequestSite,
  scope: ArticleScope,
  format: FeedFormat,
): Promise<Response> {
  const articles = await listForFeed(site.id, scope, FEED_LIMIT)
  const feed = toFeed({ ...site, hubUrl: env.WEBSUB_HUB_URL }, scope, articles)
  const isEndless = scope.category !== undefined || scope.author !== undefined
  const isKept = feed.items.length > 0 || !isEndless
  return answerFile(WRITERS[format](feed), {
    type: FEED_FORMATS[format].type,
    tags: isKept ? [toPageTag(site.id, scope)] : [],
    headers: { ...lastModifiedHeader(feed.modifiedAt), ...hubHeader(feed, format) },
  })
}

// WebSub, 4: whoever reads no further than the headers finds the hub there.
const hubHeader = ({ hubUrl, urls }: Feed, format: FeedFormat): Record<string, string> =>
  hubUrl === undefined ? {} : { link: `<${hubUrl}>; rel="hub", <${urls[format]}>; rel="self"` }

function toPageTag(siteId: string, { category, author }: ArticleScope): string {
  if (category !== undefined) return pageTag.category(siteId, category)
  return author === undefined ? pageTag.list(siteId) : pageTag.author(siteId, author)
}
