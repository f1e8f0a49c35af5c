import { useEffect } from 'react'
import { Outlet, useLocation, useRouteError } from 'react-router'
import { findDeletion } from '../../features/account-settings/queries.server.ts'
import { withToast } from '../../features/accounts/answers.server.ts'
import { DeskFrame } from '../../features/accounts/desk-frame.tsx'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { countForDesk } from '../../features/accounts/queries.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import { Disturbance, ErrorPage, isDisturbance } from '../../ui/error-page.tsx'
import type { Route } from './+types/layout'

/** Also what makes the browser ask the server, and with it the guard, before any screen of the desk. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const [deletionDueAt, counts] = await Promise.all([findDeletion(operator), countForDesk(operator)])
  return withToast(request, { siteName: context.get(siteContext).name, operator, counts, deletionDueAt })
}

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  const { toast, ...frame } = loaderData
  useEffect(() => {
    shown.last = frame
  })
  return (
    <DeskFrame {...frame} toast={toast?.title} current={useLocation().pathname}>
      <Outlet />
    </DeskFrame>
  )
}

// In this browser, by the screen before: every screen is read together with its frame.
const shown: { last?: Omit<Parameters<typeof DeskFrame>[0], 'current' | 'toast' | 'children'> } = {}

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
