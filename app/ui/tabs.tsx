import { Link } from 'react-router'

interface TabsProps {
  /** What they are the parts of. */
  label: string
  items: { label: string; path: string }[]
  /** Path of the part that is open. */
  current: string
}

/** Links to the parts of a screen, each a page of its own. */
export function Tabs({ label, items, current }: TabsProps) {
  return (
    <nav aria-label={label} className="tabs">
      {items.map((item) => (
        <Link key={item.path} to={item.path} aria-current={item.path === current ? 'page' : undefined}>
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
