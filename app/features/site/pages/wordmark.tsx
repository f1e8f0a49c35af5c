import type { FaceLogo, RequestSite } from '../../../platform/web/request-context.server.ts'
import { toDir } from '../../../shared/directions.ts'

/** Shows the name of a site, or its logo, as a link to its home page. */
export const Wordmark = ({ site }: { site: RequestSite }) => (
  <a className="wordmark" href="/" dir={site.face?.language && toDir(site.name, site.face.language)}>
    {site.face?.logo ? <Logo logo={site.face.logo} name={site.name} /> : site.name}
  </a>
)

function Logo({ logo, name }: { logo: FaceLogo; name: string }) {
  const { light, dark, width, height } = logo
  return (
    <picture>
      {dark && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img src={light} alt={name} width={width} height={height} />
    </picture>
  )
}
