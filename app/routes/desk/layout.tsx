import { Outlet, useLocation } from 'react-router'
import { DeskFrame } from '../../features/accounts/desk-frame.tsx'
import { operatorContext, requireOperator } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/layout'

export const middleware: Route.MiddlewareFunction[] = [requireOperator]

/** Also what makes the guard run when the browser asks for data alone. */
export const loader = ({ context }: Route.LoaderArgs) => ({ operator: context.get(operatorContext) })

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  return (
    <DeskFrame operator={loaderData.operator} current={useLocation().pathname}>
      <Outlet />
    </DeskFrame>
  )
}
