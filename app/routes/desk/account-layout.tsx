import { Outlet, useLocation } from 'react-router'
import { AccountFrame } from '../../features/accounts/account-frame.tsx'

export default function AccountLayout() {
  return (
    <AccountFrame current={useLocation().pathname}>
      <Outlet />
    </AccountFrame>
  )
}
