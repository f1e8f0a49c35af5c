import type { ReactNode } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'

/** The screens of local SEO. */
const PARTS = [
  { label: 'Dashboard', path: '/seo-dashboard' },
  { label: 'Site audit', path: '/seo-dashboard/audit' },
  { label: 'Landing pages', path: '/seo-dashboard/pages' },
  { label: 'Cities', path: '/manage-cities' },
  { label: 'Services', path: '/manage-services' },
  { label: 'Search engines', path: '/seo-dashboard/notices' },
  { label: 'Settings', path: '/seo-settings' },
]

/** The frame of all screens of local SEO: their menu. */
export function SeoFrame({ current, children }: { current: string; children: ReactNode }) {
  const part = PARTS.findLast(({ path }) => current === path || current.startsWith(`${path}/`))
  return (
    <>
      <Tabs label="SEO" current={part?.path ?? current} tabs={PARTS} />
      {children}
    </>
  )
}
