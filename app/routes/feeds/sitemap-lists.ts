import { listPublicPages } from '../../features/articles/placement/queries.server.ts'
import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { findListDates } from '../../features/site/feeds/queries.server.ts'
import { SITEMAP_TYPE, toListSitemap } from '../../features/site/feeds/sitemap.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/sitemap-lists'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the sitemap part of home, categories, authors and pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const pages = site.pages === undefined ? [] : await listPublicPages(site.id)
  const xml = toListSitemap(site.origin, await findListDates(site.id, site.face?.categories), pages)
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [pageTag.list(site.id)] })
}
