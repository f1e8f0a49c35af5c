import { env } from '../../../platform/env.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import { lastModifiedHeader } from '../../../shared/http.ts'
import { type ArticleScope, toListTags, toSiteScope } from '../../articles/articles.ts'
import { listForFeed } from '../../articles/queries.server.ts'
import { findMovedList } from '../pages/queries.server.ts'
import { answerFile, redirectFile } from './answers.server.ts'
import { toAtom } from './atom.ts'
import { FEED_LIMIT, type Feed, toFeed } from './feeds.ts'
import { toJsonFeed } from './json-feed.ts'
import { toRss } from './rss.ts'
import { FEED_FORMATS, type FeedFormat } from '../../../shared/feed-formats.ts'

const WRITERS = { rss: toRss, atom: toAtom, json: toJsonFeed }

/**
 * Returns a response with the newest articles of a site, a category or an author, as a feed. It is cached until a write
 * invalidates its tag. An empty feed of an author or of another tag than the eight categories is not cached, because any
 * name can be requested. That of a renamed tag redirects.
 */
export async function answerFeed(
  site: RequestSite,
  wanted: ArticleScope,
  format: FeedFormat,
): Promise<Response> {
  const scope = toSiteScope(site, wanted)
  const articles = await listForFeed(site.id, scope, FEED_LIMIT)
  const moved = articles.length === 0 ? await findMovedList(site.id, scope) : undefined
  if (moved) return redirectFile(moved, FEED_FORMATS[format].file)
  const feed = toFeed({ ...site, hubUrl: env.WEBSUB_HUB_URL }, scope, articles)
  return answerFile(WRITERS[format](feed), {
    type: FEED_FORMATS[format].type,
    tags: toListTags(site.id, scope, articles.length === 0),
    headers: { ...lastModifiedHeader(feed.modifiedAt), ...hubHeader(feed, format) },
  })
}

// Subscribers look for the hub in the headers first (WebSub, 4).
const hubHeader = ({ hubUrl, urls }: Feed, format: FeedFormat): Record<string, string> =>
  hubUrl === undefined ? {} : { link: `<${hubUrl}>; rel="hub", <${urls[format]}>; rel="self"` }
