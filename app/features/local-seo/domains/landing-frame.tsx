import { useSay } from '../../../ui/language.ts'
import type { ReactNode } from 'react'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'

interface LandingFrameProps {
  site: RequestSite
  year: number
  children: ReactNode
}

/** The frame of landing pages on their account's own domain. It has no links to the blog. */
export function LandingFrame({ site, year, children }: LandingFrameProps) {
  const say = useSay()
  return (
    <>
      <header className="site-header">
        <a className="skip-link button" href="#main">
          {say('Skip to content')}
        </a>
        <div className="wrap flex h-18 items-center">
          <a className="wordmark" href="/">
            {site.name}
          </a>
        </div>
      </header>
      <main id="main">{children}</main>
      <footer className="site-footer">
        <p className="wrap py-8">
          © {year} {site.name}
        </p>
      </footer>
    </>
  )
}
