import { Link } from 'react-router'
import { showCurrent } from './show-current.ts'

interface TabsProps {
  /** The name of the row of tabs, for screen readers. */
  label: string
  tabs: { label: string; path: string }[]
  /** Path of the open tab. */
  current: string
}

/** The links to the parts of a screen, each a page of its own. A row that is too narrow for them scrolls sideways. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav aria-label={label} className="tabs menu-row">
    {tabs.map((tab) => (
      <Link
        key={tab.path}
        to={tab.path}
        {...(tab.path === current && { 'aria-current': 'page', ref: showCurrent })}
      >
        {tab.label}
      </Link>
    ))}
  </nav>
)
