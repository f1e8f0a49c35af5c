import { answerFile } from '../../features/feeds/answers.server.ts'
import { listNews } from '../../features/feeds/queries.server.ts'
import { NEWS_AGE_MS, SITEMAP_TYPE, toNewsSitemap } from '../../features/feeds/sitemap.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap-news'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const xml = toNewsSitemap(site, await listNews(site, new Date(Date.now() - NEWS_AGE_MS)))
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [] }) // an article leaves it by the clock and not by a write
}
