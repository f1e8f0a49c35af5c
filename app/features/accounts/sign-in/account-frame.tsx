import type { ReactNode } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'

/** The screens below `/account`. */
const PARTS = [
  { label: 'Password and sessions', path: '/account' },
  { label: 'Second factors', path: '/account/factors' },
  { label: 'API access', path: '/account/tokens' },
  { label: 'Your data', path: '/account/data' },
]

/** Shows a screen of the account below the tabs of all of them. */
export function AccountFrame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className="account">
      <Tabs label="Account" current={current} tabs={PARTS} />
      {children}
    </div>
  )
}
