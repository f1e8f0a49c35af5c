import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { listNews } from '../../features/site/feeds/queries.server.ts'
import { NEWS_AGE_MS, SITEMAP_TYPE, toNewsSitemap } from '../../features/site/feeds/sitemap.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/sitemap-news'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the news sitemap: the articles of the last two days. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const xml = toNewsSitemap(site, await listNews(site, new Date(Date.now() - NEWS_AGE_MS)))
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [] }) // not cached: articles drop out by their age, without a write
}
