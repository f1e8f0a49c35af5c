import { LanguageContext } from '../../ui/language.ts'
import { data } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { listLatest } from '../../features/articles/queries.server.ts'
import { parseFace, readFaceForm, toPreviewSheetPath } from '../../features/delivery/faces/faces.ts'
import { nameTyped, toLook } from '../../features/delivery/faces/queries.server.ts'
import { findShownSite } from '../../features/delivery/target-sites/queries.server.ts'
import { ArticleView } from '../../features/site/pages/article-view.tsx'
import { HomeView } from '../../features/site/pages/home-view.tsx'
import { findFront } from '../../features/site/pages/front.server.ts'
import { findArticlePage } from '../../features/site/pages/queries.server.ts'
import { SiteFooter } from '../../features/site/pages/site-footer.tsx'
import { SiteHeader } from '../../features/site/pages/site-header.tsx'
import { PREVIEW_POLICY } from '../../features/writing/preview/preview-policy.ts'
import type { RequestSite } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/site-preview'

export const handle: RouteFacts = { access: 'screen', right: 'set_up', isFrame: true }

// The screen of the site frames this page.
export const headers = () => ({ 'content-security-policy': PREVIEW_POLICY })

export const meta = () => [{ title: 'Preview' }]

/** Returns a page of the operator's site with the look in the address; stores nothing. */
export async function loader({ params: { siteId }, context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const shown = isUuid(siteId) ? await findShownSite(operator, siteId) : undefined
  if (!shown) return data(undefined, { status: 404 })
  const typed = readFaceForm(url.searchParams)
  const { face } = parseFace(typed)
  const sheet = toPreviewSheetPath(siteId, typed)
  const name = shown.isMain ? typed.name || shown.name : shown.name
  // The frame runs no scripts and has no session: its header is that of visitors.
  const named = await nameTyped(operator, siteId, face)
  const site: RequestSite = { ...shown, name, isMain: false, face: { ...toLook(named), sheet } }
  const year = new Date().getUTCFullYear()
  return { site, year, ...(await findContent(site, url.searchParams.get('page') === 'article')) }
}

async function findContent(site: RequestSite, isArticle: boolean) {
  const page = await listLatest(site.id, 1)
  const [first] = page.articles
  return {
    page,
    front: await findFront(site, page),
    shown: isArticle && first ? await findArticlePage(site.id, first.slug) : undefined,
  }
}

export default function SitePreview({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <p className="p-6">There is no such site.</p>
  const { site, year, page, front, shown } = loaderData
  return (
    <LanguageContext value={site.face?.language ?? 'en'}>
      <SiteHeader site={site} />
      <main>
        {shown ? (
          <ArticleView {...shown} site={site} />
        ) : (
          <HomeView
            {...{ page, front }}
            siteName={site.name}
            categories={site.face?.categories?.map(({ name }) => name)}
            tagline={site.face?.tagline ?? ''}
            firstSteps={[]}
          />
        )}
      </main>
      <SiteFooter site={site} year={year} />
    </LanguageContext>
  )
}
