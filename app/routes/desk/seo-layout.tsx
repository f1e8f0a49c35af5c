import { Outlet, useLocation } from 'react-router'
import { SeoFrame } from '../../features/seo-settings/seo-frame.tsx'

export default function SeoLayout() {
  return (
    <SeoFrame current={useLocation().pathname}>
      <Outlet />
    </SeoFrame>
  )
}
