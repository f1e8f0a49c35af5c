import { z } from 'zod'
import { log } from '../../../platform/log.server.ts'
import { db, type Transaction } from '../../../platform/database.server.ts'
import { asAccount } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/page-invalidation.server.ts'
import { checkpointStore } from '../../../platform/store.server.ts'
import { DeadlineError } from '../../../platform/worker-pool.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findSiteOwnerId } from '../../accounts/sign-in/queries.server.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import {
  type Imported,
  type ImportRecord,
  type ImportTarget,
  parseRecord,
  prepareImport,
} from '../../articles/files/commands.server.ts'
import { IMPORT_RUN } from './imports.ts'
import { notStored, tooSlow } from './messages.ts'
import { findWork } from './queries.server.ts'

const AT_ONCE = 20

/**
 * The run that imports the articles of a file, in batches. Articles and their outcomes are stored in one transaction.
 * So a run that continues after a crash imports nothing twice. If a batch cannot be stored, each article is tried
 * alone.
 */
export const importRun = defineRun({
  kind: IMPORT_RUN,
  input: z.object({}),
  onError: 'retry', // only the database throws
  prepare:
    ({ id: runId, operator }) =>
    async () => {
      const work = await findWork(runId, 'importing')
      if (!work) return false
      const ownsSite = (await findSiteOwnerId()) === operator.id
      const target = toTarget(operator, { asDrafts: work.asDrafts, ignoresOldPaths: !ownsSite })
      const batch = { runId, importId: work.id, operator, target }
      const records = await listWaiting(work.id)
      if (records.length === 0) await endImport(work.id)
      else await importBatch(batch, records)
      return records.length > 0
    },
  tidyUp: checkpointStore,
})

interface Batch {
  runId: string
  importId: string
  operator: Operator
  target: ImportTarget
}

const toTarget = (
  { id, name, email }: Operator,
  choices: Pick<ImportTarget, 'asDrafts' | 'ignoresOldPaths'>,
): ImportTarget => ({
  siteId: MAIN_SITE_ID,
  ownerId: id,
  author: name || email.replace(/@.*/s, ''),
  rendersFor: id,
  ...choices,
})

interface Waiting {
  position: number
  record: ImportRecord
}

async function listWaiting(importId: string): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('importRecords')
    .select(['position', 'record'])
    .where('importId', '=', importId)
    .where('record', 'is not', null)
    .orderBy('position')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ position, record }) => {
    const parsed = parseRecord(record)
    if (!parsed.ok) throw new Error(parsed.problem) // it was parsed when the file was read
    return { position, record: parsed.record }
  })
}

async function importBatch(batch: Batch, waiting: Waiting[]): Promise<void> {
  try {
    await importTogether(batch, waiting)
  } catch (error) {
    if (!(error instanceof TakenError)) for (const one of waiting) await importAlone(batch, one)
  }
}

async function importAlone(batch: Batch, one: Waiting): Promise<void> {
  try {
    await importTogether(batch, [one])
  } catch (error) {
    if (error instanceof TakenError) return
    if (!(error instanceof DeadlineError)) log.warn({ err: error, run: batch.runId }, 'import.refused')
    const problem = error instanceof DeadlineError ? tooSlow : notStored
    await noteDone(batch, [one], () => Promise.resolve([{ outcome: 'refused' as const, problem }]))
  }
}

async function importTogether(batch: Batch, waiting: Waiting[]): Promise<void> {
  const { operator, target } = batch
  const storeIn = await prepareImport(
    target,
    waiting.map(({ record }) => record),
  )
  await noteDone(batch, waiting, async (trx) =>
    (await asAccount(trx, operator, () => storeIn(trx))).map(toOutcome),
  )
}

const toOutcome = ({ as, articleId }: Imported) => ({ outcome: as, articleId })

interface Outcome {
  outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  problem?: string
  articleId?: string
}

/** Thrown if another process has stored one of these records in the meantime. */
class TakenError extends Error {}

/** Stores records and their outcomes in one transaction. Throws TakenError. */
const noteDone = (
  { runId, importId }: Batch,
  waiting: Waiting[],
  store: (trx: Transaction) => Promise<Outcome[]>,
): Promise<void> =>
  write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: waiting.map(({ position }) => position).join(),
      async work() {
        if ((await countWaiting(trx, importId, waiting)) < waiting.length) throw new TakenError()
        const outcomes = await store(trx)
        for (const [index, { position }] of waiting.entries())
          await trx
            .updateTable('importRecords')
            .set({ record: null, ...outcomes[index] })
            .where('importId', '=', importId)
            .where('position', '=', position)
            .execute()
        return { outcome: 'done', size: waiting.length, result: {} }
      },
    }),
  )

async function countWaiting(trx: Transaction, importId: string, waiting: Waiting[]): Promise<number> {
  const rows = await trx
    .selectFrom('importRecords')
    .select('position')
    .where('importId', '=', importId)
    .where(
      'position',
      'in',
      waiting.map(({ position }) => position),
    ) // prettier-ignore
    .where('record', 'is not', null)
    .execute()
  return rows.length
}

async function endImport(importId: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'done' })
    .where('id', '=', importId)
    .where('state', '=', 'importing')
    .execute()
}
