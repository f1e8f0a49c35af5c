import { useEffect } from 'react'
import { Outlet, useLocation, useRouteError } from 'react-router'
import { findDeletion } from '../../features/account-settings/queries.server.ts'
import { withToast } from '../../features/accounts/answers.server.ts'
import { DeskFrame } from '../../features/accounts/desk-frame.tsx'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { Disturbance, ErrorPage, isDisturbance } from '../../ui/error-page.tsx'
import type { Route } from './+types/layout'

/** Also what makes the browser ask the server, and with it the guard, before any screen of the desk. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  return withToast(request, { operator, deletionDueAt: await findDeletion(operator) })
}

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  const { operator, deletionDueAt, toast } = loaderData
  useEffect(() => {
    shown.last = { operator, deletionDueAt }
  }, [operator, deletionDueAt])
  return (
    <DeskFrame {...{ operator, deletionDueAt }} toast={toast?.title} current={useLocation().pathname}>
      <Outlet />
    </DeskFrame>
  )
}

// In this browser, by the screen before: every screen is read together with its frame.
const shown: { last?: Pick<Parameters<typeof DeskFrame>[0], 'operator' | 'deletionDueAt'> } = {}

// Around a screen that could not be read stays what was there already.
export function ErrorBoundary() {
  const error = useRouteError()
  const current = useLocation().pathname
  if (!shown.last || !isDisturbance(error)) return <ErrorPage error={error} />
  return (
    <DeskFrame {...shown.last} current={current}>
      <section className="error-page">
        <Disturbance Heading="h2" />
      </section>
    </DeskFrame>
  )
}
