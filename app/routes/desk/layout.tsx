import { useCallback, useEffect } from 'react'
import { Outlet, useLocation, useRouteError, useSearchParams } from 'react-router'
import { findDeletion } from '../../features/accounts/settings/queries.server.ts'
import { withToast } from '../../features/accounts/sign-in/answers.server.ts'
import { DeskFrame } from '../../features/accounts/sign-in/desk-frame.tsx'
import { toPersonId } from '../../features/accounts/accounts.ts'
import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { listOwnAccounts } from '../../features/accounts/members/queries.server.ts'
import { countForDesk } from '../../features/accounts/sign-in/queries.server.ts'
import { saveUnsaved } from '../../features/writing/drafts/unsaved-drafts.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import {
  Disturbance,
  ErrorPage,
  isDisturbance,
  isNotAllowed,
  NotAllowed,
  readFailure,
} from '../../ui/error-page.tsx'
import { RequestLine } from '../../ui/failed-request.tsx'
import { NotFound, readMissing } from '../../shell/not-found.tsx'
import { NarrowPage } from '../../shell/narrow-page.tsx'
import { toTextOwner } from '../../shell/unsaved-texts.ts'
import { StaleNotice } from '../../shell/stale-screen.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/layout'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Returns the data of the frame. Because of it the browser asks the server, and so the guard, before every screen. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { acting: operator, hasOthers, isByProvider } = requireSession(context)
  const [deletionDueAt, counts, accounts] = await Promise.all([
    findDeletion(operator),
    countForDesk(operator),
    hasOthers ? listOwnAccounts(toPersonId(operator)) : [],
  ])
  const siteName = context.get(siteContext).name
  return withToast(request, { siteName, operator, isByProvider, accounts, counts, deletionDueAt })
}

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  const { toast, ...frame } = loaderData
  const owner = toTextOwner(toPersonId(frame.operator), frame.operator.id)
  const saveTexts = useCallback(() => saveUnsaved(owner), [owner])
  const asksToSignOut = useSearchParams()[0].get('ask') === 'sign-out'
  useEffect(() => {
    shown.last = frame
  })
  return (
    <DeskFrame
      {...frame}
      {...{ saveTexts, asksToSignOut }}
      toast={toast?.title}
      current={useLocation().pathname}
    >
      <StaleNotice />
      <Outlet />
    </DeskFrame>
  )
}

// The frame of the previous screen, in this browser: each screen is read together with its frame.
const shown: { last?: Omit<Parameters<typeof DeskFrame>[0], 'current' | 'toast' | 'children'> } = {}

// If a screen could not be read, the frame of the previous one stays around the message.
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  const error = useRouteError()
  const current = useLocation().pathname
  const missing = readMissing(error)
  const frame = loaderData ?? shown.last
  // After a form without scripts, no loader has run.
  if (missing && !frame) {
    return (
      <NarrowPage>
        <NotFound kind={missing} />
      </NarrowPage>
    )
  }
  if (!frame || !(missing || isDisturbance(error) || isNotAllowed(error))) return <ErrorPage error={error} />
  return (
    <DeskFrame {...frame} toast={undefined} current={current}>
      {missing ? <NotFound kind={missing} /> : <Failed error={error} />}
    </DeskFrame>
  )
}

const Failed = ({ error }: { error: unknown }) => (
  <section className="error-page">
    {isNotAllowed(error) ? (
      <NotAllowed Heading="h2" error={error} />
    ) : (
      <Disturbance Heading="h2" error={error} />
    )}
    <RequestLine id={readFailure(error).requestId} />
  </section>
)
