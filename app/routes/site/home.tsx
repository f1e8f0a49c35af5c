import { data } from 'react-router'
import { describeSite, pageTag } from '../../features/articles/articles.ts'
import { HomeView } from '../../features/articles/home-view.tsx'
import { answerList, answerUnread } from '../../features/articles/list-answer.server.ts'
import { toMeta, verificationMeta } from '../../features/articles/metadata.ts'
import { listLatest } from '../../features/articles/queries.server.ts'
import { homeImage } from '../../features/articles/social-image.ts'
import { toCollection, toGraph } from '../../features/articles/structured-data.ts'
import { feedLinks } from '../../features/feeds/feeds.ts'
import { findDirectory } from '../../features/landing-domains/directory.server.ts'
import { DirectoryView } from '../../features/landing-domains/directory-view.tsx'
import { accountPagesTag, PAGE_LIST_TAG } from '../../features/landing-pages/landing-pages.ts'
import { log } from '../../platform/log.server.ts'
import { pageHeaders, siteContext } from '../../platform/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import { preloadFont } from '../../shared/preload.ts'
import text from '../../fonts/text.woff2?url'
import type { Route } from './+types/home'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const wanted = parsePage(url.searchParams.get('page'))
  const accountId = site.landingAccountId
  if (accountId === undefined)
    return answerList({ site }, listLatest(site.id, wanted), { tag: pageTag.list(site.id), isExpected: true })
  const directory = await findDirectory(accountId, wanted).catch((error: unknown) =>
    log.error({ err: error }, 'Error loading directory'),
  )
  if (!directory) return answerUnread({ site })
  const isThere = directory.states.length > 0
  const status = directory.page > directory.pageCount ? 404 : 200
  const tags = isThere ? pageHeaders([accountPagesTag(accountId), PAGE_LIST_TAG]) : undefined // there are endless page numbers
  return data({ site, page: undefined, directory }, { status, ...tags })
}

/** For the text of the lead story. */
export const links = () => [preloadFont(text)]

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  const { site, page } = loaderData
  const shown = page ?? loaderData.directory
  const isEmpty = page ? page.articles.length === 0 : loaderData.directory.states.length === 0
  const canonicalUrl = toPageUrl(`${site.origin}/`, shown.page)
  const things = page
    ? [toCollection(site, { url: canonicalUrl, name: site.name, articles: page.articles })]
    : []
  const head = toMeta({
    site,
    title: shown.page > 1 ? `${site.name}: page ${shown.page}` : site.name,
    description: describeSite(site),
    canonicalUrl,
    image: site.profile?.imageUrl ?? homeImage(site),
    isEmpty,
    alternates: page && feedLinks(site),
    structuredData: toGraph(site, things),
  })
  return [...head, ...verificationMeta(site)]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { site, page } = loaderData
  if (!page) return <DirectoryView siteName={site.name} directory={loaderData.directory} />
  return <HomeView page={page} siteName={site.name} />
}
