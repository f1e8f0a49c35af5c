import { Outlet, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
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
  return (
    <DeskFrame {...{ operator, deletionDueAt }} toast={toast?.title} current={useLocation().pathname}>
      <Outlet />
    </DeskFrame>
  )
}

// Around a screen that could not be read stays what is there already.
export function ErrorBoundary() {
  const error = useRouteError()
  const known = useRouteLoaderData<typeof loader>('routes/desk/layout')
  const current = useLocation().pathname
  if (!known || !isDisturbance(error)) return <ErrorPage error={error} />
  const { operator, deletionDueAt } = known
  return (
    <DeskFrame {...{ operator, deletionDueAt, current }}>
      <section className="error-page">
        <Disturbance Heading="h2" />
      </section>
    </DeskFrame>
  )
}
