import { z } from 'zod'
import { defineRun, inWalk, removeOlderResults } from '../../runs/commands.server.ts'
import { checkLinks, insertCheckedArticles, insertBrokenLinks } from './check-articles.server.ts'
import { LINK_RUN } from './report.ts'

/**
 * The run that checks the links of an account's articles. It saves the addresses of all articles first, because any
 * article may link to any other. Then it reads the links.
 */
export const checkRun = defineRun({
  kind: LINK_RUN,
  input: z.object({}),
  sideBySide: 2,
  tidyUp: (operator) => removeOlderResults(operator, { kind: LINK_RUN, table: 'checkedArticles' }),
  prepare(run) {
    const { id: runId, operator } = run
    return inWalk(run, {
      outcome: 'checked',
      steps: {
        note: (after) => Promise.resolve((trx) => insertCheckedArticles(trx, operator, { runId, after })),
        async read(after) {
          const checked = await checkLinks(operator, { runId, after })
          return async (trx) => {
            await insertBrokenLinks(trx, runId, checked)
            return checked.part
          }
        },
      },
    })
  },
})
