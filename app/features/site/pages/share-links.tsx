import { Icon, type IconName } from '../../../ui/icon.tsx'
import { type Article, articlePath } from '../../articles/articles.ts'
import styles from './share-links.module.css'
import { useSay } from '../../../ui/language.ts'

/**
 * Shows the share links of an article as plain links. The page's script opens all but the e-mail in a popup of 600 by
 * 400 (spec §9). It also shows the buttons that the browser supports: copying the URL, and the system's own sharing.
 */
export function ShareLinks({ article, origin }: { article: Article; origin: string }) {
  const say = useSay()
  const address = `${origin}${articlePath(article)}`
  const url = encodeURIComponent(address)
  const title = encodeURIComponent(article.title)
  const links: { label: string; icon: IconName; href: string; isPopup: boolean }[] = [
    {
      label: 'Twitter',
      icon: 'twitter',
      href: `https://twitter.com/intent/tweet?url=${url}&text=${title}`,
      isPopup: true,
    },
    {
      label: 'Facebook',
      icon: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
      isPopup: true,
    },
    {
      label: 'LinkedIn',
      icon: 'linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
      isPopup: true,
    },
    { label: say('E-mail'), icon: 'mail', href: `mailto:?subject=${title}&body=${url}`, isPopup: false },
  ]
  return (
    <ul className={styles.links} aria-label={say('Share this article')}>
      {links.map(({ label, icon, href, isPopup }) => (
        <li key={label}>
          <a
            href={href}
            rel="noopener"
            target={isPopup ? '_blank' : undefined}
            data-share={isPopup || undefined}
          >
            <Icon name={icon} />
            {label}
          </a>
        </li>
      ))}
      <li hidden>
        <button type="button" data-copy={address}>
          <Icon name="link" />
          <span aria-live="polite">{say('Copy link')}</span>
        </button>
      </li>
      <li hidden>
        <button type="button" data-pass-on={address}>
          <Icon name="share" />
          {say('Share…')}
        </button>
      </li>
    </ul>
  )
}
