import { Outlet, useLocation } from 'react-router'
import { withToast } from '../../features/accounts/answers.server.ts'
import { DeskFrame } from '../../features/accounts/desk-frame.tsx'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/layout'

/** Also what makes the browser ask the server, and with it the guard, before any screen of the desk. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  withToast(request, { operator: context.get(operatorContext) })

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  return (
    <DeskFrame
      operator={loaderData.operator}
      toast={loaderData.toast?.title}
      current={useLocation().pathname}
    >
      <Outlet />
    </DeskFrame>
  )
}
