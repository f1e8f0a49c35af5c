interface Crumb {
  label: string
  /** Left out where the place has no page of its own. */
  href?: string
}

/** Where this page stands; the last crumb is the page itself. */
export function Breadcrumb({ items }: { items: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
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
