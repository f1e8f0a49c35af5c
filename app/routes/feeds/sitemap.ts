import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/feeds/answers.server.ts'
import { findLatestDate, listPagePartDates, listPartDates } from '../../features/feeds/queries.server.ts'
import { SITEMAP_TYPE, toPagesIndex, toSitemapIndex } from '../../features/feeds/sitemap.ts'
import { PAGE_LIST_TAG } from '../../features/landing-pages/landing-pages.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  if (site.landingAccountId !== undefined) {
    const xml = toPagesIndex(site.origin, await listPagePartDates(site))
    return answerFile(xml, { type: SITEMAP_TYPE, tags: [PAGE_LIST_TAG] })
  }
  const [latest, articles, pages] = await Promise.all([
    findLatestDate(site.id),
    listPartDates(site),
    site.isMain ? listPagePartDates(site) : [],
  ])
  const xml = toSitemapIndex(site.origin, { articles, pages }, latest)
  const tags = [pageTag.list(site.id), ...(site.isMain ? [PAGE_LIST_TAG] : [])]
  return answerFile(xml, { type: SITEMAP_TYPE, tags })
}
