import { Outlet, useLocation } from 'react-router'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { AccountFrame } from '../../features/accounts/sign-in/account-frame.tsx'

export const handle: RouteFacts = { access: 'screen' }

export default function AccountLayout() {
  return (
    <AccountFrame current={useLocation().pathname}>
      <Outlet />
    </AccountFrame>
  )
}
