import { Icon, type IconName } from '../../ui/icon.tsx'
import { type Article, articlePath } from './articles.ts'

/** Plain links; the page's script opens all but the e-mail in a popup of 600 by 400 (spec §9). */
export function ShareLinks({ article, origin }: { article: Article; origin: string }) {
  const url = encodeURIComponent(`${origin}${articlePath(article)}`)
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
    </ul>
  )
}
