import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Says what readers of a site without articles see. It stands on its screen for its people alone. */
export const EmptySite = ({ origin }: { origin: string }) => (
  <p className="panel">
    No articles yet. Until there is one, <a href={origin}>its home page</a> shows readers its name.{' '}
    <Link className="link" to="/publisher">
      Write the first one
    </Link>
  </p>
)

/** The column of the screen of a site, below the way back to all sites. */
export const SiteFrame = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-narrow gap-5">
    <p>
      <Link className="link text-small" to="/manage-sites">
        All sites
      </Link>
    </p>
    {children}
  </div>
)
