import type { ReactNode } from 'react'
import { Tabs } from '../../ui/tabs.tsx'

/** The parts of `/account`, each a page of its own. */
const PARTS = [
  { label: 'Password and sessions', path: '/account' },
  { label: 'Second factors', path: '/account/factors' },
  { label: 'API access', path: '/account/tokens' },
  { label: 'Your data', path: '/account/data' },
]

/** What all parts of the account have around them: their menu. */
export function AccountFrame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className="account">
      <Tabs label="Account" current={current} tabs={PARTS} />
      {children}
    </div>
  )
}
