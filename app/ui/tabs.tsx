import { Link } from 'react-router'

interface TabsProps {
  /** What they are the parts of. */
  label: string
  tabs: { label: string; path: string }[]
  /** Path of the one that is open. */
  current: string
}

/** The parts of a screen, each a page of its own. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav aria-label={label} className="tabs">
    {tabs.map((tab) => (
      <Link key={tab.path} to={tab.path} aria-current={tab.path === current ? 'page' : undefined}>
        {tab.label}
      </Link>
    ))}
  </nav>
)
