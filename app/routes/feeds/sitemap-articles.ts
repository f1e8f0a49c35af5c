import { pageTag } from '../../features/articles/articles.ts'
import { answerFile, answerNoFile } from '../../features/site/feeds/answers.server.ts'
import { listPagePart, listPart } from '../../features/site/feeds/queries.server.ts'
import {
  parsePagePartName,
  parsePartName,
  SITEMAP_TYPE,
  toArticleSitemap,
  toPageSitemap,
} from '../../features/site/feeds/sitemap.ts'
import { showsPages } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { type RequestSite, siteContext } from '../../platform/web/request-context.server.ts'
import type { Route } from './+types/sitemap-articles'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { PAGE_LIST_TAG } from '../../features/local-seo/domains/domains.ts'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with one part of the sitemap: up to 50,000 articles or landing pages. */
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
  const otherSites = new Set(articles.flatMap(({ languageSites = [] }) => languageSites))
  return answerFile(xml, {
    type: SITEMAP_TYPE,
    tags: [pageTag.list(site.id), pageTag.translationsOn(site.id), ...[...otherSites].map(pageTag.site)],
  })
}

async function answerPages(site: RequestSite, part: number): Promise<Response> {
  const pages = await listPagePart(site, part)
  if (pages.length === 0) return answerNoFile()
  return answerFile(toPageSitemap(site.origin, pages), { type: SITEMAP_TYPE, tags: [PAGE_LIST_TAG] })
}
