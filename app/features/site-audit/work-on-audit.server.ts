import { z } from 'zod'
import { db, type Transaction } from '../../platform/database.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { doItem, workOnRun } from '../runs/commands.server.ts'
import { findOpenRun, findRun } from '../runs/queries.server.ts'
import { hasEnded } from '../runs/runs.ts'
import { listHosts } from '../target-sites/queries.server.ts'
import { notePageCounts, removeOlderFindings } from './commands.server.ts'
import { examineArticles, examineLandingPages, noteDuplicates, type Part } from './examine-pages.server.ts'
import { AUDIT_RUN } from './site-audit.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Page by page first; what pages have in common is counted when all were read. */
const placeSchema = z.object({ step: z.enum(['articles', 'pages', 'compare', 'done']), after: z.uuid() })

/** Where a run goes on: at which step, behind which page. */
type Place = z.output<typeof placeSchema>

/**
 * Goes on with an audit for a while. Each part is done and written down once, with where the next one begins, whoever
 * works on the run how often.
 */
export async function workOnAudit(runId: string, sliceMs?: number): Promise<void> {
  const run = await findOpenRun(runId)
  if (!run) return
  const { operator } = run
  await workOnRun({
    id: runId,
    kind: AUDIT_RUN,
    sliceMs,
    async prepare() {
      const sites = [...(await listHosts()).values()]
      return () => examineNext(operator, runId, sites)
    },
  })
  await removeOlderFindings(operator)
}

async function examineNext(operator: Operator, runId: string, sites: RequestSite[]): Promise<boolean> {
  const run = await findRun(operator, runId, { latest: 1 })
  if (!run || hasEnded(run)) return false
  const place = placeSchema.parse(run.results[0] ?? { step: 'articles', after: FIRST_ID })
  if (place.step === 'done') return false
  const { step, after } = place
  await db.transaction().execute((trx) =>
    doItem(trx, runId, {
      itemId: `${step}:${after}`,
      async work() {
        const { last, size } = await WORK[step](trx, operator, { runId, after, sites })
        const next: Place = last === undefined ? { step: NEXT[step], after: FIRST_ID } : { step, after: last }
        return { outcome: 'examined', size, result: next }
      },
    }),
  )
  return true
}

const NEXT = { articles: 'pages', pages: 'compare', compare: 'done' } as const

const WORK = { articles: examineArticles, pages: examineLandingPages, compare }

async function compare(
  trx: Transaction,
  operator: Operator,
  from: { runId: string; after: string },
): Promise<Part> {
  const part = await noteDuplicates(trx, operator, from)
  if (part.last === undefined) await notePageCounts(trx, operator)
  return part
}
