import { z } from 'zod'
import { db } from '../../platform/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { doItem, workOnRun } from '../runs/commands.server.ts'
import { findOpenRun, findRun } from '../runs/queries.server.ts'
import { hasEnded } from '../runs/runs.ts'
import { checkLinks, noteArticles, type Part, saveLinks } from './check-articles.server.ts'
import { removeOlderReports } from './commands.server.ts'
import { LINK_RUN } from './link-report.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** First the addresses of all articles are noted, because any of them may link to any other; then their links are read. */
const placeSchema = z.object({ step: z.enum(['note', 'read', 'done']), after: z.uuid() })

/** Where a run goes on: at which step, behind which article. */
type Place = z.output<typeof placeSchema>

/**
 * Goes on with a check of links for a while. Each part is done and written down once, with where the next one begins,
 * whoever works on the run how often.
 */
export async function workOnCheck(runId: string, sliceMs?: number): Promise<void> {
  const run = await findOpenRun(runId)
  if (!run) return
  const { operator } = run
  await workOnRun({
    id: runId,
    kind: LINK_RUN,
    sliceMs,
    prepare: () => Promise.resolve(() => checkNext(operator, runId)),
  })
  await removeOlderReports(operator)
}

async function checkNext(operator: Operator, runId: string): Promise<boolean> {
  const place = await findPlace(operator, runId)
  if (!place || place.step === 'done') return false
  await (place.step === 'note' ? note : read)(operator, runId, place)
  return true
}

/** Undefined for a run that has ended. */
async function findPlace(operator: Operator, runId: string): Promise<Place | undefined> {
  const run = await findRun(operator, runId, { latest: 1 })
  if (!run || hasEnded(run)) return undefined
  return placeSchema.parse(run.results[0] ?? { step: 'note', after: FIRST_ID })
}

const note = (operator: Operator, runId: string, place: Place): Promise<void> =>
  doPart(runId, place, async (trx) => noteArticles(trx, operator, { runId, after: place.after }))

async function read(operator: Operator, runId: string, place: Place): Promise<void> {
  const checked = await checkLinks(operator, { runId, after: place.after })
  await doPart(runId, place, async (trx) => {
    await saveLinks(trx, runId, checked)
    return checked.part
  })
}

const NEXT = { note: 'read', read: 'done', done: 'done' } as const

type Transaction = Parameters<typeof doItem>[0]

const doPart = (runId: string, place: Place, work: (trx: Transaction) => Promise<Part>): Promise<void> =>
  db.transaction().execute((trx) =>
    doItem(trx, runId, {
      itemId: `${place.step}:${place.after}`,
      async work() {
        const { last, size } = await work(trx)
        const next: Place =
          last === undefined ? { step: NEXT[place.step], after: FIRST_ID } : { step: place.step, after: last }
        return { outcome: 'checked', size, result: next }
      },
    }),
  )
