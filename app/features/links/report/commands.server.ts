import type { Operator } from '../../accounts/accounts.ts'
import { checkRun } from './work-on-check.server.ts'
import { countPublished } from './queries.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** Starts a check of the links of the operator's published articles. An account has one check at a time. */
export async function startLinkCheck(
  operator: Operator,
): Promise<{ ok: true; runId: string } | Refusal<'running'>> {
  const runId = await checkRun.start(operator, { input: {}, total: await countPublished(operator) })
  return runId === undefined ? refuse('running') : { ok: true, runId }
}
