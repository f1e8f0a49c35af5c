import type { ReactNode } from 'react'
import { Link } from 'react-router'

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
