import { Outlet, useLocation } from 'react-router'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { SeoFrame } from '../../features/local-seo/settings/seo-frame.tsx'

export const handle: RouteFacts = { access: 'screen' }

export default function SeoLayout() {
  return (
    <SeoFrame current={useLocation().pathname}>
      <Outlet />
    </SeoFrame>
  )
}
