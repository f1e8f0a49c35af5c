import { sayIn } from '../../shared/words/say.ts'
import { useSay } from '../../ui/language.ts'
import { data, redirect } from 'react-router'
import { type Article, pageTag, toOldPath } from '../../features/articles/articles.ts'
import { findPageArticle } from '../../features/articles/placement/queries.server.ts'
import { homeImage } from '../../features/site/pages/page-images.ts'
import { PageView } from '../../features/site/pages/page-view.tsx'
import { Cover } from '../../features/site/pages/cover.tsx'
import { NOINDEX, toMeta } from '../../features/site/pages/metadata.ts'
import { findMovedAddress } from '../../features/site/feeds/queries.server.ts'
import { FailedPage } from '../../features/site/pages/failed-page.tsx'
import { listNewest } from '../../features/site/pages/queries.server.ts'
import { sanitiseHtml } from '../../features/articles/markdown/sanitise-html.server.ts'
import { toGraph } from '../../features/site/pages/structured-data.ts'
import { UNAVAILABLE_TITLE, UnavailablePage } from '../../features/site/pages/unavailable-page.tsx'
import { landingPageImage } from '../../features/site/social-images/landing-page-image.ts'
import { PAGE_LIST_TAG } from '../../features/local-seo/domains/domains.ts'
import { LandingPageView } from '../../features/local-seo/landing-pages/landing-page-view.tsx'
import { canonicalOf, toHomeMarkup, toThings } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { findShownPage } from '../../features/local-seo/landing-pages/queries.server.ts'
import { log } from '../../platform/log.server.ts'
import {
  pageHeaders,
  type RequestSite,
  siteContext,
  SERVICE_UNAVAILABLE,
} from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/landing-page'

export const handle: RouteFacts = { access: 'public', isOnDomains: true, isMissingAlike: true }

/** Answers with a page of the site, or a landing page, or redirects from an old path of an article or a feed; 404, 410 or 503 otherwise. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    return await answerPage(context.get(siteContext), request)
  } catch (error) {
    if (error instanceof Response) throw error
    log.error({ err: error }, 'Error loading page')
    return data('unavailable' as const, SERVICE_UNAVAILABLE)
  }
}

async function answerPage(site: RequestSite, request: Request) {
  const path = toOldPath(request.url)
  if (!path) return answerMissing(site, 404)
  const article = site.pages?.includes(path) ? await findPageArticle(site.id, path) : undefined
  if (article)
    return data({ site, article: { ...article, path } }, pageHeaders([pageTag.article(article.id)]))
  const found = await findShownPage(site, path, (html) => sanitiseHtml(html, null))
  if (found?.isGone) return answerMissing(site, 410) // not cached: the page may come back
  if (!found) return answerOldAddress(site, new URL(request.url))
  const { page, contact, home, tags } = found
  return data({ site, home, contact, page }, pageHeaders(tags))
}

async function answerOldAddress(site: RequestSite, url: URL) {
  const moved = await findMovedAddress(site.id, url, { hasFeeds: site.landingAccountId === undefined })
  if (!moved) return answerMissing(site, 404)
  const tags = [pageTag.list(site.id), PAGE_LIST_TAG] // a new page may take the path
  throw redirect(moved.path, { status: 301, ...pageHeaders([...tags, ...moved.tags]) })
}

// An account's own domain shows no articles.
const answerMissing = async (site: RequestSite, status: 404 | 410) =>
  data({ newest: site.landingAccountId ? [] : await listNewest(site.id) }, { status })

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const say = sayIn(matches[1].loaderData.site.face?.language)
  if (loaderData === 'unavailable') return [{ title: say(UNAVAILABLE_TITLE) }, NOINDEX]
  if ('article' in loaderData) return toPageMeta(loaderData.site, loaderData.article)
  if (!('page' in loaderData)) return [{ title: say('Page Not Found') }, NOINDEX]
  const { site, home, page } = loaderData
  return toMeta({
    site,
    title: page.metaTitle,
    description: page.metaDescription,
    canonicalUrl: canonicalOf(home, page),
    isHidden: page.isNoindex,
    image: landingPageImage(site, page),
    structuredData: toGraph(site, toThings(toHomeMarkup(page.schemaMarkup, site.mainOrigin, home))),
  })
}

const toPageMeta = (site: RequestSite, { path, ...article }: Article & { path: string }) =>
  toMeta({
    site,
    title: article.title,
    description: article.metaDescription ?? article.excerpt,
    canonicalUrl: site.origin + path,
    isHidden: article.isNoindex,
    image: site.profile?.imageUrl ?? homeImage(site),
    structuredData: toGraph(site, []),
  })

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const say = useSay()
  if (loaderData === 'unavailable') return <UnavailablePage />
  if ('article' in loaderData) return <PageView article={loaderData.article} />
  if (!('page' in loaderData))
    return (
      <FailedPage
        title={say('Page Not Found')}
        text={say("The page you're looking for doesn't exist.")}
        {...loaderData}
      />
    )
  const { page, contact } = loaderData
  const cover = <Cover article={{ id: page.id, tags: [], imageUrl: null, imageFocus: null }} eager />
  return <LandingPageView page={page} contact={contact} cover={cover} />
}
