import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, inSteps, type StepResult } from '../../runs/commands.server.ts'
import { checkLinks, type Part, saveArticles, saveLinks } from './check-articles.server.ts'
import { LINK_RUN } from './report.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * The run saves the addresses of all articles first, because any article may link to any other. Then it reads the
 * links.
 */
const cursorSchema = z.object({ step: z.enum(['note', 'read', 'done']), after: z.uuid() })

type Cursor = z.output<typeof cursorSchema>

/** The run that checks the links of an account's articles. */
export const checkRun = defineRun({
  kind: LINK_RUN,
  input: z.object({}),
  sideBySide: 2,
  tidyUp: removeOlderReports,
  prepare: (run) =>
    inSteps(run, {
      cursor: cursorSchema,
      first: { step: 'note', after: FIRST_ID },
      outcome: 'checked',
      toPartId: ({ step, after }) => `${step}:${after}`,
      steps: {
        note: ({ after }) =>
          Promise.resolve(async (trx) =>
            toResult('note', 'read', await saveArticles(trx, run.operator, { runId: run.id, after })),
          ),
        async read({ after }) {
          const checked = await checkLinks(run.operator, { runId: run.id, after })
          return async (trx) => {
            await saveLinks(trx, run.id, checked)
            return toResult('read', 'done', checked.part)
          }
        },
      },
    }),
})

const toResult = (
  step: Cursor['step'],
  following: Cursor['step'],
  { last, size }: Part,
): StepResult<Cursor> => ({
  size,
  next: last === undefined ? { step: following, after: FIRST_ID } : { step, after: last },
})

const REMOVED_AT_ONCE = 2000

/**
 * Removes the results of failed checks and of those before the operator's last complete check, 2,000 rows at a time.
 */
export async function removeOlderReports(operator: Operator): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with ended as (
        select id, state from runs where user_id = ${operator.id} and kind = ${LINK_RUN} and finished_at is not null
      ), older as (
        select id from ended where id is distinct from (select id from ended where state = 'done' order by id desc limit 1)
      )
      delete from checked_articles where (run_id, article_id) in (
        select run_id, article_id from checked_articles where run_id in (select id from older) limit ${REMOVED_AT_ONCE}
      )
    `.execute(db)
    if (numAffectedRows < REMOVED_AT_ONCE) return
  }
}
