import { z } from 'zod'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, inWalk, removeOlderResults, type WalkPart } from '../../runs/commands.server.ts'
import { listHosts } from '../../delivery/target-sites/queries.server.ts'
import { insertPageCounts } from './page-counts.server.ts'
import { examineArticles, examineLandingPages, insertDuplicates } from './examine-pages.server.ts'
import { AUDIT_RUN } from './audit.ts'

/** The run that audits an account's public pages: one by one first, then compared with each other. */
export const auditRun = defineRun({
  kind: AUDIT_RUN,
  input: z.object({}),
  sideBySide: 2,
  tidyUp: (operator) => removeOlderResults(operator, { kind: AUDIT_RUN, table: 'auditFindings' }),
  async prepare(run) {
    const sites = [...(await listHosts()).values()]
    const step = (examine: typeof examineLandingPages) => (after: string) =>
      Promise.resolve((trx: Transaction) => examine(trx, run.operator, { runId: run.id, after, sites }))
    return inWalk(run, {
      outcome: 'examined',
      steps: {
        articles: step(examineArticles),
        pages: step(examineLandingPages),
        compare: step(compare),
      },
    })
  },
})

async function compare(
  trx: Transaction,
  operator: Operator,
  from: { runId: string; after: string },
): Promise<WalkPart> {
  const part = await insertDuplicates(trx, operator, from)
  if (part.last === undefined) await insertPageCounts(trx, operator)
  return part
}
