import { Icon, type IconName } from '../../ui/icon.tsx'
import { type Article, articlePath } from './articles.ts'

/**
 * Plain links; the page's script opens all but the e-mail in a popup of 600 by 400 (spec §9), and shows the buttons for
 * what the browser can do: copying the address, and on a phone its own way of sharing.
 */
export function ShareLinks({ article, origin }: { article: Article; origin: string }) {
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
    { label: 'E-mail', icon: 'mail', href: `mailto:?subject=${title}&body=${url}`, isPopup: false },
  ]
  return (
    <ul className="share-links" aria-label="Share this article">
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
          <span aria-live="polite">Copy link</span>
        </button>
      </li>
      <li hidden>
        <button type="button" data-pass-on={address}>
          <Icon name="share" />
          Share…
        </button>
      </li>
    </ul>
  )
}
