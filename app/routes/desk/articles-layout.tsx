import { Outlet, useLocation } from 'react-router'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { ArticlesFrame } from '../../features/newsroom/board/articles-frame.tsx'

export const handle: RouteFacts = { access: 'screen' }

export default function ArticlesLayout() {
  return (
    <ArticlesFrame current={useLocation().pathname}>
      <Outlet />
    </ArticlesFrame>
  )
}
