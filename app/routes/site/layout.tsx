import { Outlet } from 'react-router'
import { SiteFooter } from '../../features/articles/site-footer.tsx'
import { SiteHeader } from '../../features/articles/site-header.tsx'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/layout'

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), year: new Date().getUTCFullYear() }
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <SiteHeader site={loaderData.site} />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter site={loaderData.site} year={loaderData.year} />
    </>
  )
}
