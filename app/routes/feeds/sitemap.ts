import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/feeds/answers.server.ts'
import { findLatestDate, listPartDates } from '../../features/feeds/queries.server.ts'
import { SITEMAP_TYPE, toSitemapIndex } from '../../features/feeds/sitemap.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [latest, partDates] = await Promise.all([findLatestDate(site.id), listPartDates(site)])
  const xml = toSitemapIndex(site.origin, partDates, latest)
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [pageTag.list(site.id)] })
}
