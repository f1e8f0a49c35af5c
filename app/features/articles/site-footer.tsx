import type { RequestSite } from '../../platform/request-context.server.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const SOCIALS: { label: string; icon: IconName }[] = [
  { label: 'Twitter', icon: 'twitter' },
  { label: 'Facebook', icon: 'facebook' },
  { label: 'LinkedIn', icon: 'linkedin' },
]

/** The links all lead home until these pages exist (spec §2). */
export function SiteFooter({ site, year }: { site: RequestSite; year: number }) {
  return (
    <footer className="site-footer">
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-8">
        <p className="me-auto">
          © {year} {site.name}
        </p>
        {['About', 'Contact', 'Privacy'].map((label) => (
          <a key={label} href="/">
            {label}
          </a>
        ))}
        {SOCIALS.map(({ label, icon }) => (
          <a key={label} href="/" aria-label={label}>
            <Icon name={icon} />
          </a>
        ))}
      </div>
    </footer>
  )
}
