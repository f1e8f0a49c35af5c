import type { RequestSite, SiteProfile } from '../../../platform/web/request-context.server.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Kept } from '../../../ui/kept-markup.tsx'
import { useSay } from '../../../ui/language.ts'

const NETWORKS: { label: string; name: keyof SiteProfile['networks']; isAlwaysThere?: true }[] = [
  { label: 'Twitter', name: 'twitter', isAlwaysThere: true },
  { label: 'Facebook', name: 'facebook', isAlwaysThere: true },
  { label: 'LinkedIn', name: 'linkedin', isAlwaysThere: true },
  { label: 'Instagram', name: 'instagram' },
]

const USUAL_LINKS = ['About', 'Contact', 'Privacy'] as const

/** Shows the footer. Its links lead home until these pages exist (spec §2), and so do networks without a URL. */
export const SiteFooter = (parts: { site: RequestSite; year: number }) => (
  <Kept as="footer" className="site-footer" name={`footer ${parts.site.id}`} data={parts}>
    <FooterContent {...parts} />
  </Kept>
)

function FooterContent({ site, year }: { site: RequestSite; year: number }) {
  const say = useSay()
  const links = site.face?.footer ?? USUAL_LINKS.map((text) => ({ label: say(text), href: '/' }))
  return (
    <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-8">
      <p className="me-auto">
        © {year} {site.name}
        {site.face?.footerText && (
          <>
            <br />
            {site.face.footerText}
          </>
        )}
      </p>
      {links.map(({ label, href }) => (
        <a key={label} href={href}>
          {label}
        </a>
      ))}
      {NETWORKS.map(({ label, name, isAlwaysThere }) => {
        const address = site.profile?.networks[name]
        if (!address && !isAlwaysThere) return null
        return (
          <a key={name} href={address || '/'} aria-label={label} rel={address ? 'me noopener' : undefined}>
            <Icon name={name} />
          </a>
        )
      })}
    </div>
  )
}
