import { Link } from 'react-router'
import { showCurrent } from './show-current.ts'

interface TabsProps {
  /** What they are the parts of. */
  label: string
  tabs: { label: string; path: string }[]
  /** Path of the one that is open. */
  current: string
}

/** The parts of a screen, each a page of its own; in one row, which scrolls sideways where they are too many for it. */
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
