import { sayIn } from '../../shared/words/say.ts'
import { data, redirect } from 'react-router'
import { describeSite, pageTag, toOldPath } from '../../features/articles/articles.ts'
import { FIRST_STEPS } from '../../features/writing/form/first-step-list.ts'
import { HomeView } from '../../features/site/pages/home-view.tsx'
import { answerList, answerUnavailable } from '../../features/site/pages/list-answer.server.ts'
import { findFront } from '../../features/site/pages/front.server.ts'
import { toMeta, verificationMeta } from '../../features/site/pages/metadata.ts'
import { listLatest } from '../../features/articles/queries.server.ts'
import { homeImage } from '../../features/site/pages/page-images.ts'
import { toCollection, toGraph } from '../../features/site/pages/structured-data.ts'
import { feedLinks } from '../../features/site/feeds/feeds.ts'
import { findMovedAddress } from '../../features/site/feeds/queries.server.ts'
import { findDirectory } from '../../features/local-seo/landing-pages/directory.server.ts'
import { DirectoryView } from '../../features/local-seo/landing-pages/directory-view.tsx'
import { accountPagesTag, PAGE_LIST_TAG } from '../../features/local-seo/domains/domains.ts'
import { log } from '../../platform/log.server.ts'
import { pageHeaders, siteContext } from '../../platform/web/request-context.server.ts'
import { parsePage, toPageUrl } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/home'

export const handle: RouteFacts = { access: 'public', isOnDomains: true, fonts: ['text'] }

/**
 * Answers with one page of the newest articles; on an account's domain, of the directory of its landing pages. WordPress'
 * addresses with a query lead to their article or feed.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  if (url.search !== '' && site.landingAccountId === undefined) await redirectOld(site.id, url)
  const wanted = parsePage(url.searchParams.get('page'))
  const accountId = site.landingAccountId
  if (accountId === undefined) {
    return answerList({ site }, listLatest(site.id, wanted), { findAbout: (page) => findFront(site, page) })
  }
  const directory = await findDirectory(accountId, wanted).catch((error: unknown) =>
    log.error({ err: error }, 'Error loading directory'),
  )
  if (!directory) return answerUnavailable({ site })
  const isThere = directory.page <= directory.pageCount // others are not kept: any page number can be requested
  const kept = pageHeaders([accountPagesTag(accountId), PAGE_LIST_TAG])
  return data({ site, page: undefined, directory }, isThere ? kept : { status: 404 })
}

async function redirectOld(siteId: string, url: URL): Promise<void> {
  const moved = await findMovedAddress(siteId, url)
  if (moved)
    throw redirect(moved.path, { status: 301, ...pageHeaders([...moved.tags, pageTag.list(siteId)]) })
  if (toOldPath(url.href)) throw redirect('/', 302) // not kept in memory: any number can be requested
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  const { site, page } = loaderData
  const say = sayIn(site.face?.language)
  const shown = page ?? loaderData.directory
  const isEmpty = page ? page.articles.length === 0 : loaderData.directory.states.length === 0
  const canonicalUrl = toPageUrl(`${site.origin}/`, shown.page)
  const things = page
    ? [toCollection(site, { url: canonicalUrl, name: site.name, articles: page.articles })]
    : []
  const head = toMeta({
    site,
    title: shown.page > 1 ? say('{site}: page {n}', { site: site.name, n: shown.page }) : site.name,
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
  const { name, face, isMain } = site
  const tagline = face?.tagline ?? ''
  return (
    <HomeView
      {...{ page, tagline }}
      front={loaderData.about}
      categories={face?.categories?.map((category) => category.name)}
      siteName={name}
      firstSteps={isMain ? FIRST_STEPS : []}
    />
  )
}
