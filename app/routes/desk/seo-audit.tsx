import { data, redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { AuditView } from '../../features/local-seo/audit/audit-view.tsx'
import { startAudit } from '../../features/local-seo/audit/commands.server.ts'
import { alreadyAuditing, auditFailed } from '../../features/local-seo/audit/messages.ts'
import { findAudit } from '../../features/local-seo/audit/queries.server.ts'
import { AUDIT_PATH, parseFindingKind } from '../../features/local-seo/audit/audit.ts'
import { parsePage } from '../../shared/page-list.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/seo-audit'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns the result of the last audit, with one page of one kind of finding. */
export function loader({ context, url }: Route.LoaderArgs) {
  return findAudit(context.get(operatorContext), {
    kind: parseFindingKind(url.searchParams.get('kind')),
    page: parsePage(url.searchParams.get('page')),
  })
}

/** Starts an audit; 409 while one is running. */
export async function action({ context }: Route.ActionArgs) {
  const started = await startAudit(context.get(operatorContext))
  if (!started.ok) return data({ refusal: alreadyAuditing }, { status: 409 })
  return redirect(AUDIT_PATH)
}

export const clientMiddleware = [keepFormOnFailure(auditFailed)]

export const meta = () => [{ title: 'Site audit' }]

export default function SeoAudit({ loaderData, actionData }: Route.ComponentProps) {
  const live = useOpenRun(loaderData.run, 0)
  const busy = useNavigation().formMethod === 'POST'
  return <AuditView {...loaderData} live={live} refusal={actionData?.refusal} busy={busy} />
}
