import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/feeds/answers.server.ts'
import { findListDates } from '../../features/feeds/queries.server.ts'
import { SITEMAP_TYPE, toListSitemap } from '../../features/feeds/sitemap.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap-lists'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const xml = toListSitemap(site.origin, await findListDates(site.id))
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [pageTag.list(site.id)] })
}
