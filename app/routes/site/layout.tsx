import { Outlet } from 'react-router'
import { SiteFooter } from '../../features/articles/site-footer.tsx'
import { SiteHeader } from '../../features/articles/site-header.tsx'
import { LandingFrame } from '../../features/landing-domains/landing-frame.tsx'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/layout'

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), year: new Date().getUTCFullYear() }
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { site, year } = loaderData
  if (site.landingAccountId) {
    return (
      <LandingFrame site={site} year={year}>
        <Outlet />
      </LandingFrame>
    )
  }
  return (
    <>
      <SiteHeader site={site} />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter site={site} year={year} />
    </>
  )
}
