import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Shows the main site to the account that owns it, with the form for its look. */
export const MainSiteView = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-narrow gap-5">
    <p>
      <Link className="link text-small" to="/manage-sites">
        All sites
      </Link>
    </p>
    {children}
  </div>
)
