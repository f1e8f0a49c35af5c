import { pageTag } from '../../features/articles/articles.ts'
import { answerFile, answerNoFile } from '../../features/feeds/answers.server.ts'
import { listPagePart, listPart } from '../../features/feeds/queries.server.ts'
import {
  parsePagePartName,
  parsePartName,
  SITEMAP_TYPE,
  toArticleSitemap,
  toPageSitemap,
} from '../../features/feeds/sitemap.ts'
import { PAGE_LIST_TAG, showsPages } from '../../features/landing-pages/landing-pages.ts'
import { type RequestSite, siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/sitemap-articles'

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const articlePart = parsePartName(params.name)
  if (articlePart !== undefined) return answerArticles(site, articlePart)
  const pagePart = showsPages(site) ? parsePagePartName(params.name) : undefined
  return pagePart === undefined ? answerNoFile() : answerPages(site, pagePart)
}

async function answerArticles(site: RequestSite, part: number): Promise<Response> {
  const articles = await listPart(site, part)
  if (articles.length === 0) return answerNoFile()
  const xml = toArticleSitemap(site.origin, articles)
  return answerFile(xml, { type: SITEMAP_TYPE, tags: [pageTag.list(site.id)] })
}

async function answerPages(site: RequestSite, part: number): Promise<Response> {
  const pages = await listPagePart(site, part)
  if (pages.length === 0) return answerNoFile()
  return answerFile(toPageSitemap(site.origin, pages), { type: SITEMAP_TYPE, tags: [PAGE_LIST_TAG] })
}
