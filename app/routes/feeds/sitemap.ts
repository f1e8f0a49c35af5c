import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { findLatestDate, listPagePartDates, listPartDates } from '../../features/site/feeds/queries.server.ts'
import { SITEMAP_TYPE, toPagesIndex, toSitemapIndex } from '../../features/site/feeds/sitemap.ts'
import { PAGE_LIST_TAG } from '../../features/local-seo/domains/domains.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/sitemap'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with the index of the sitemap; on an account's domain, of its landing pages only. */
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
