import { data, redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { AuditView } from '../../features/site-audit/audit-view.tsx'
import { startAudit } from '../../features/site-audit/commands.server.ts'
import { alreadyAuditing, auditFailed } from '../../features/site-audit/messages.ts'
import { findAudit } from '../../features/site-audit/queries.server.ts'
import { AUDIT_PATH, parseFindingKind } from '../../features/site-audit/site-audit.ts'
import { parsePage } from '../../shared/page-list.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/seo-audit'

export function loader({ context, url }: Route.LoaderArgs) {
  return findAudit(context.get(operatorContext), {
    kind: parseFindingKind(url.searchParams.get('kind')),
    page: parsePage(url.searchParams.get('page')),
  })
}

export async function action({ context }: Route.ActionArgs) {
  const started = await startAudit(context.get(operatorContext))
  if (!started.ok) return data({ refusal: alreadyAuditing }, { status: 409 })
  return redirect(AUDIT_PATH)
}

export const clientMiddleware = [keepScreen(auditFailed)]

export const meta = () => [{ title: 'Site audit' }]

export default function SeoAudit({ loaderData, actionData }: Route.ComponentProps) {
  const live = useOpenRun(loaderData.run, 0)
  const busy = useNavigation().formMethod === 'POST'
  return <AuditView {...loaderData} live={live} refusal={actionData?.refusal} busy={busy} />
}
