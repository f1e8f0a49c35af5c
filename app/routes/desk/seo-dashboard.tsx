import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { startGeneration } from '../../features/local-seo/landing-pages/commands.server.ts'
import { GeneratePanel } from '../../features/local-seo/landing-pages/generate-panel.tsx'
import { generationFailed, startRefusals } from '../../features/local-seo/landing-pages/messages.ts'
import { findLastGeneration } from '../../features/local-seo/landing-pages/queries.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { NotifyPanel } from '../../features/local-seo/search-engines/notify-now.tsx'
import { DashboardView } from '../../features/local-seo/dashboard/dashboard-view.tsx'
import { enginesNotified } from '../../features/local-seo/dashboard/messages.ts'
import { findDashboardFacts } from '../../features/local-seo/dashboard/queries.server.ts'
import { DASHBOARD_PATH, listTasks } from '../../features/local-seo/dashboard/dashboard.ts'
import { AUDIT_PATH, FINDING_KINDS, type FindingKind } from '../../features/local-seo/audit/audit.ts'
import { findingTexts } from '../../features/local-seo/audit/messages.ts'
import { countLastFindings } from '../../features/local-seo/audit/queries.server.ts'
import { useNoticeAfter } from '../../features/local-seo/dashboard/use-notice-after.ts'
import { Toast } from '../../ui/toast.tsx'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/seo-dashboard'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns the facts behind the health score, what to do next, and the newest run over landing pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const facts = await findDashboardFacts(operator)
  const counts = await countLastFindings(operator)
  return {
    facts,
    tasks: listTasks(facts, counts && listFound(counts)),
    run: await findLastGeneration(operator),
  }
}

const listFound = (counts: Partial<Record<FindingKind, number>>) =>
  FINDING_KINDS.map((kind) => ({
    label: findingTexts[kind].label,
    count: counts[kind] ?? 0,
    path: `${AUDIT_PATH}?kind=${kind}`,
  }))

/** Starts a run that makes all landing pages; 429 or 409 if one may not start now. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (isOfOtherAccount(operator, await request.formData()))
    return data({ refusal: otherAccount }, { status: 409 })
  const started = await startGeneration(operator, { regenerateAll: true })
  if (started.ok) return redirect(`${DASHBOARD_PATH}?run=${started.runId}`)
  return data(
    { refusal: startRefusals[started.reason] },
    { status: started.reason === 'too-often' ? 429 : 409 },
  )
}

export const clientMiddleware = [keepFormOnFailure(generationFailed)]

export const meta = () => [{ title: 'SEO dashboard' }]

export default function SeoDashboard({
  loaderData: { facts, tasks, run },
  actionData,
}: Route.ComponentProps) {
  const live = useOpenRun(run, 1)
  const busy = useNavigation().formMethod === 'POST'
  const isAwaited = useSearchParams()[0].get('run') === run?.id
  const isNotified = useNoticeAfter(isAwaited && run?.state === 'done' ? run.id : undefined)
  return (
    <DashboardView facts={facts} tasks={tasks}>
      <GeneratePanel {...{ run, live, isAwaited, busy }} refusal={actionData?.refusal} />
      <NotifyPanel />
      {isNotified && <Toast title={enginesNotified} tone="ok" />}
    </DashboardView>
  )
}
