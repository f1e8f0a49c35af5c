import { data, redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { startLinkCheck } from '../../features/links/report/commands.server.ts'
import { REPORT_LISTS, REPORT_PATH } from '../../features/links/report/report.ts'
import { alreadyChecking, checkFailed } from '../../features/links/report/messages.ts'
import { findLinkReport } from '../../features/links/report/queries.server.ts'
import { ReportView } from '../../features/links/report/report-view.tsx'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/link-report'

export const handle: RouteFacts = { access: 'screen', right: 'organise' }

/** Returns the newest report, with one filtered page of one of its lists. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  return findLinkReport(context.get(operatorContext), {
    list: REPORT_LISTS.find((list) => list === searchParams.get('list')),
    query: parseFilter(searchParams.get('q')),
    page: parsePage(searchParams.get('page')),
  })
}

/** Starts a run that checks all links; 409 while one is running. */
export async function action({ context }: Route.ActionArgs) {
  const started = await startLinkCheck(context.get(operatorContext))
  if (!started.ok) return data({ refusal: alreadyChecking }, { status: 409 })
  return redirect(REPORT_PATH)
}

export const clientMiddleware = [keepFormOnFailure(checkFailed)]

export const meta = () => [{ title: 'Link report' }]

export default function LinkReport({ loaderData, actionData }: Route.ComponentProps) {
  const live = useOpenRun(loaderData.run, 0)
  const busy = useNavigation().formMethod === 'POST'
  return <ReportView {...loaderData} live={live} refusal={actionData?.refusal} busy={busy} />
}
