import { sayIn, toScriptWords } from '../../shared/words/say.ts'
import { LanguageContext } from '../../ui/language.ts'
import { Outlet } from 'react-router'
import { SiteFooter } from '../../features/site/pages/site-footer.tsx'
import { SiteHeader } from '../../features/site/pages/site-header.tsx'
import { LandingFrame } from '../../features/local-seo/domains/landing-frame.tsx'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { FailedRequestLine } from '../../ui/failed-request.tsx'
import type { Route } from './+types/layout'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the site and the current year in UTC, for the header and the footer. */
export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), year: new Date().getUTCFullYear() }
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { site } = loaderData
  const words = toScriptWords(sayIn(site.face?.language))
  return (
    <LanguageContext value={site.face?.language ?? 'en'}>
      <SiteFrame {...loaderData} />
      {words && <script type="application/json" id="words" dangerouslySetInnerHTML={{ __html: words }} />}
    </LanguageContext>
  )
}

function SiteFrame({ site, year }: Route.ComponentProps['loaderData']) {
  if (site.landingAccountId) {
    return (
      <LandingFrame site={site} year={year}>
        <Outlet />
        <FailedRequestLine />
      </LandingFrame>
    )
  }
  return (
    <>
      <SiteHeader site={site} />
      <main id="main">
        <Outlet />
        <FailedRequestLine />
      </main>
      <SiteFooter site={site} year={year} />
    </>
  )
}
