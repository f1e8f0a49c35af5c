import { toInitial } from '../../../shared/text.ts'
import { parseDomain, parsePicture, type SeoSettings } from './settings.ts'
import styles from './settings.module.css'

interface PreviewProps {
  /** The current values of the form. */
  settings: SeoSettings
  /** The main site: its name and host replace empty fields. */
  site: { name: string; host: string }
}

/** Shows approximately how the settings look in a search result and in a shared link. */
export function SettingsPreview({ settings, site }: PreviewProps) {
  const name = settings.siteName.trim() || site.name
  const host = parseDomain(settings.siteDomain.trim()) ?? site.host
  const text = settings.defaultMetaDescription.trim() || `News and stories from ${name}.`
  const picture = parsePicture(settings.defaultOgImage.trim()) ?? '/social.png'
  return (
    <aside className={styles.preview} aria-label="Preview">
      <section className="panel" aria-labelledby="search-preview">
        <h2 id="search-preview">In a search result</h2>
        <div className={styles.searchResult}>
          <p className={styles.searchResultSite}>
            <span aria-hidden="true">{toInitial(name)}</span>
            <b>{name}</b>
            <small>https://{host}</small>
          </p>
          <p className={styles.searchResultTitle}>{name}</p>
          <p className={styles.searchResultText}>{text}</p>
        </div>
      </section>
      <section className="panel" aria-labelledby="share-preview">
        <h2 id="share-preview">Where somebody shares it</h2>
        <div className={styles.shareCard}>
          <img key={picture} src={picture} alt="" width={1200} height={630} referrerPolicy="no-referrer" />
          <p className={styles.shareCardHost}>{host}</p>
          <p className={styles.shareCardTitle}>{name}</p>
          <p className={styles.shareCardText}>{text}</p>
        </div>
      </section>
    </aside>
  )
}
