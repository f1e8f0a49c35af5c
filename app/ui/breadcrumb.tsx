import { useSay } from './language.ts'

interface Crumb {
  label: string
  /** Left out where the level has no page of its own. */
  href?: string
}

/** The path from the home page to this page; the last item is the page itself. */
export function Breadcrumb({ items }: { items: Crumb[] }) {
  const say = useSay()
  return (
    <nav aria-label={say('Breadcrumb')}>
      <ol className="crumbs">
        {items.map(({ label, href }, index) => (
          <li key={label} aria-current={index === items.length - 1 ? 'page' : undefined}>
            {href ? <a href={href}>{label}</a> : label}
          </li>
        ))}
      </ol>
    </nav>
  )
}
