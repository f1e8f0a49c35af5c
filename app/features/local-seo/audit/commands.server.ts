import type { Operator } from '../../accounts/accounts.ts'
import { startLinkCheck } from '../../links/report/commands.server.ts'
import { auditRun } from './work-on-audit.server.ts'
import { countPages } from './queries.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Starts an audit of the operator's public pages, and a link check for the link report. Refused while another audit of
 * the account runs. A link check that runs already continues.
 */
export async function startAudit(
  operator: Operator,
): Promise<{ ok: true; runId: string } | Refusal<'running'>> {
  const runId = await auditRun.start(operator, { input: {}, total: await countPages(operator) })
  if (runId === undefined) return refuse('running')
  await startLinkCheck(operator)
  return { ok: true, runId }
}
