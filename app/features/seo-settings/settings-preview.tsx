import { parseDomain, parsePicture, type SeoSettings } from './seo-settings.ts'

interface PreviewProps {
  /** As they are typed. */
  settings: SeoSettings
  /** The main site, whose name and host stand in where nothing is typed. */
  site: { name: string; host: string }
}

/** What the settings look like in a search result and where somebody shares the page; an approximation of either. */
export function SettingsPreview({ settings, site }: PreviewProps) {
  const name = settings.siteName.trim() || site.name
  const host = parseDomain(settings.siteDomain.trim()) ?? site.host
  const text = settings.defaultMetaDescription.trim() || `News and stories from ${name}.`
  const picture = parsePicture(settings.defaultOgImage.trim()) ?? '/social.png'
  return (
    <aside className="settings-preview" aria-label="Preview">
      <section className="panel" aria-labelledby="search-preview">
        <h2 id="search-preview">In a search result</h2>
        <div className="search-result">
          <p className="search-result-site">
            <span aria-hidden="true">{Array.from(name)[0]?.toUpperCase()}</span>
            <b>{name}</b>
            <small>https://{host}</small>
          </p>
          <p className="search-result-title">{name}</p>
          <p className="search-result-text">{text}</p>
        </div>
      </section>
      <section className="panel" aria-labelledby="share-preview">
        <h2 id="share-preview">Where somebody shares it</h2>
        <div className="share-card">
          <img key={picture} src={picture} alt="" width={1200} height={630} referrerPolicy="no-referrer" />
          <p className="share-card-host">{host}</p>
          <p className="share-card-title">{name}</p>
          <p className="share-card-text">{text}</p>
        </div>
      </section>
    </aside>
  )
}
