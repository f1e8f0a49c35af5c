import type { KeyboardEvent, ReactNode } from 'react'
import { useRunsScripts } from './use-runs-scripts.ts'

interface TabListProps {
  /** The name of the row of tabs. */
  label: string
  className: string | undefined
  children: ReactNode
}

/** A row of tabs, which have the attributes of `useTab`. */
export const TabList = ({ label, className, children }: TabListProps) => (
  <div role="tablist" aria-label={label} className={className}>
    {children}
  </div>
)

/**
 * Returns the attributes of a tab. The arrow keys, Home and End go from one to the next; a button opens its panel at once.
 * The tab key stops at the open one only, if there are scripts for the arrow keys.
 */
export function useTab(name: string, isOpen: boolean) {
  const runsScripts = useRunsScripts()
  return {
    role: 'tab',
    id: `tab-${name}`,
    'aria-selected': isOpen,
    'aria-controls': isOpen ? `panel-${name}` : undefined,
    tabIndex: runsScripts && !isOpen ? -1 : undefined,
    onKeyDown: moveFocus,
  } as const
}

/** Returns the attributes of the panel of a tab. */
export const toPanel = (name: string) =>
  ({ role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }) as const

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tab = event.currentTarget
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === ' ') {
    event.preventDefault() // a link would scroll the page
    tab.click()
    return
  }
  const next = findNext(event.key, tabs.indexOf(tab), tabs.length)
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
  if (tabs[next] instanceof HTMLButtonElement) tabs[next].click()
}

function findNext(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowRight') return (index + 1) % count
  return key === 'ArrowLeft' ? (index - 1 + count) % count : undefined
}
