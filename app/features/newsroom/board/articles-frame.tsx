import type { ReactNode } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'

/** The screens about articles. */
const PARTS = [
  { label: 'All articles', path: '/articles' },
  { label: 'Calendar', path: '/calendar' },
  { label: 'Pictures', path: '/pictures' },
  { label: 'Tags', path: '/tags' },
  { label: 'Authors', path: '/authors' },
  { label: 'Import', path: '/import' },
]

/** The frame of these screens, with their menu. */
export const ArticlesFrame = ({ current, children }: { current: string; children: ReactNode }) => (
  <>
    <Tabs label="Articles" current={current} tabs={PARTS} />
    {children}
  </>
)
