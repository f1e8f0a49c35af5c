import { pageTag } from '../../features/articles/articles.ts'
import { listForFeed } from '../../features/articles/queries.server.ts'
import { toRss } from '../../features/articles/rss.ts'
import { pageHeaders, siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/rss'

const FEED_LIMIT = 20

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const rss = toRss(site, await listForFeed(site.id, FEED_LIMIT))
  const { headers } = pageHeaders([pageTag.list(site.id)])
  return new Response(rss, { headers: { ...headers, 'content-type': 'application/rss+xml; charset=utf-8' } })
}
