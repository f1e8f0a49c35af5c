import { sql } from 'kysely'
import { z } from 'zod'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, inSteps } from '../../runs/commands.server.ts'
import { listHosts } from '../../delivery/target-sites/queries.server.ts'
import { savePageCounts } from './page-counts.server.ts'
import { examineArticles, examineLandingPages, type Part, saveDuplicates } from './examine-pages.server.ts'
import { AUDIT_RUN } from './audit.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Pages are examined one by one first. Then they are compared with each other. */
const cursorSchema = z.object({ step: z.enum(['articles', 'pages', 'compare', 'done']), after: z.uuid() })

type Cursor = z.output<typeof cursorSchema>

const NEXT = { articles: 'pages', pages: 'compare', compare: 'done' } as const

/** The run that audits an account's public pages. */
export const auditRun = defineRun({
  kind: AUDIT_RUN,
  input: z.object({}),
  sideBySide: 2,
  tidyUp: removeOlderFindings,
  async prepare(run) {
    const sites = [...(await listHosts()).values()]
    const examine =
      (step: keyof typeof NEXT, examinePart: ExaminePart) =>
      ({ after }: Cursor) =>
        Promise.resolve(async (trx: Transaction) => {
          const { last, size } = await examinePart(trx, run.operator, { runId: run.id, after, sites })
          const next: Cursor =
            last === undefined ? { step: NEXT[step], after: FIRST_ID } : { step, after: last }
          return { size, next }
        })
    return inSteps(run, {
      cursor: cursorSchema,
      first: { step: 'articles', after: FIRST_ID },
      outcome: 'examined',
      toPartId: ({ step, after }) => `${step}:${after}`,
      steps: {
        articles: examine('articles', examineArticles),
        pages: examine('pages', examineLandingPages),
        compare: examine('compare', compare),
      },
    })
  },
})

type ExaminePart = (
  trx: Transaction,
  operator: Operator,
  from: Parameters<typeof examineLandingPages>[2],
) => Promise<Part>

async function compare(
  trx: Transaction,
  operator: Operator,
  from: { runId: string; after: string },
): Promise<Part> {
  const part = await saveDuplicates(trx, operator, from)
  if (part.last === undefined) await savePageCounts(trx, operator)
  return part
}

const REMOVED_AT_ONCE = 5000

/** Deletes the findings of all ended audits but the operator's last successful one, 5,000 at a time. */
async function removeOlderFindings(operator: Operator): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with ended as (
        select id, state from runs where user_id = ${operator.id} and kind = ${AUDIT_RUN} and finished_at is not null
      ), older as (
        select id from ended where id is distinct from (select id from ended where state = 'done' order by id desc limit 1)
      )
      delete from audit_findings where (run_id, kind, page_id) in (
        select run_id, kind, page_id from audit_findings where run_id in (select id from older) limit ${REMOVED_AT_ONCE}
      )
    `.execute(db)
    if (numAffectedRows < REMOVED_AT_ONCE) return
  }
}
