import { pageTag } from '../../features/articles/articles.ts'
import { answerFile, answerNoFile } from '../../features/feeds/answers.server.ts'
import { listPart } from '../../features/feeds/queries.server.ts'
import { parsePartName, SITEMAP_TYPE, toArticleSitemap } from '../../features/feeds/sitemap.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap-articles'

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const part = parsePartName(params.name)
  const articles = part === undefined ? [] : await listPart(site, part)
  if (articles.length === 0) return answerNoFile()
  const xml = toArticleSitemap(site.origin, articles)
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [pageTag.list(site.id)] })
}
