import { type RawBuilder, sql } from 'kysely'
import { log } from '../../../platform/log.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { asAccount, isNotAllowed, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { checkpointStore } from '../../../platform/store/store.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import { isStoreFailure } from '../../../platform/store/store-away.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toStorable } from '../../../shared/storable.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isSiteOwner } from '../../accounts/sign-in/queries.server.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import { type Imported, type ImportTarget, prepareImport } from '../formats/commands.server.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { listPageHomes } from '../../articles/placement/queries.server.ts'
import { requiresAlt } from '../../articles/pictures/queries.server.ts'
import { orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { planImported } from '../../writing/schedule/commands.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { type ImportRecord, parseRecord } from '../formats/formats.ts'
import { noteReplaced } from './replaced-articles.server.ts'
import { choosePageSite, IMPORT_RUN, type ImportInput, importInput, toAuthor, toStored } from './imports.ts'
import { linkNext } from './link-imported.server.ts'
import { toPlaceOutcome } from './place-outcome.ts'
import { countPicturesLeft, findWork } from './queries.server.ts'
import { openUploadPictures } from './upload-pictures.server.ts'
import { picturesRun } from './work-on-pictures.server.ts'

const AT_ONCE = 20
const PICTURES_MS = 5000

/**
 * The run that imports the articles of a file, in batches. The pictures of a batch that lie beside them come first. Articles
 * and their outcomes are stored in one transaction. So a run that continues after a crash imports nothing twice. If a batch
 * cannot be stored, each article is tried alone. When all articles are there, links among them lead to them.
 */
export const importRun = defineRun({
  kind: IMPORT_RUN,
  input: importInput,
  right: 'organise',
  onError: 'retry', // only the database throws
  async noteFailure(trx, runId) {
    const problem = toStored({ reason: 'stopped' })
    const stopped = trx.updateTable('imports').set({ state: 'stopped', problem }).where('runId', '=', runId)
    await stopped.where('state', '=', 'importing').execute()
  },
  async prepare({ id: runId, operator, input }) {
    const ownsSite = await isSiteOwner(operator)
    const needsAlt = await requiresAlt(operator)
    const pageHomes = await listPageHomes(operator)
    let opened: ReturnType<typeof openUploadPictures> | undefined
    return async () => {
      const work = await findWork(runId, 'importing')
      if (!work) return false
      const records = await listWaiting(work.id)
      const pictures = await (opened ??= openUploadPictures(operator, work.id))
      if (!(await pictures.keep(records.map(toRecord), PICTURES_MS))) return true
      // An owner may ask for a second pair of eyes after the import was started or stopped.
      const { available, reviewed } = await findSiteIds(operator)
      const siteIds = input.siteIds.filter((id) => available.has(id))
      const target = toTarget(operator, {
        authorOfNew: input.author,
        asDrafts: work.asDrafts || siteIds.length === 0 || siteIds.some((id) => reviewed.has(id)),
        changesNone: reviewed.size > 0,
        isOffSite: !siteIds.includes(MAIN_SITE_ID),
        ignoresOldPaths: !ownsSite,
        pageSiteId: choosePageSite(pageHomes, siteIds),
        findPicture: pictures.find,
      })
      const batch = { runId, importId: work.id, operator, target, siteIds, needsAlt }
      if (records.length > 0) await importBatch(batch, records)
      else if (!(await linkNext(operator, work.id))) return endImport(batch, input.bringsPictures)
      return true
    }
  },
  tidyUp: checkpointStore,
})

interface Batch {
  runId: string
  importId: string
  operator: Operator
  target: ImportTarget
  /** The sites of articles that become public. */
  siteIds: string[]
  /** True if the account asks for alt texts of images. */
  needsAlt: boolean
}

const toTarget = (
  operator: Operator,
  choices: Omit<ImportTarget, 'siteId' | 'ownerId' | 'author'>,
): ImportTarget => ({
  siteId: MAIN_SITE_ID,
  ownerId: operator.id,
  author: toAuthor(operator),
  rendersFor: operator.id,
  ...choices,
})

interface Waiting {
  position: number
  record: ImportRecord
}

const toRecord = ({ record }: Waiting) => record

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
    if (error instanceof TakenError) return
    if (isNoFault(error)) throw error
    for (const one of waiting) await importAlone(batch, one)
  }
}

async function importAlone(batch: Batch, one: Waiting): Promise<void> {
  try {
    await importTogether(batch, [one])
  } catch (error) {
    if (error instanceof TakenError) return
    if (isNoFault(error)) throw error
    if (!(error instanceof DeadlineError)) log.warn({ err: error, run: batch.runId }, 'import.refused')
    const problem = toStored({ reason: error instanceof DeadlineError ? 'too-slow' : 'not-stored' })
    await updateDone(batch, [one], () => Promise.resolve([{ outcome: 'refused' as const, problem }]))
  }
}

// It says nothing about the records: the store failed, or the role of the person was changed. The job runs again.
const isNoFault = (error: unknown) => isStoreFailure(error) || isNotAllowed(error)

async function importTogether(batch: Batch, waiting: Waiting[]): Promise<void> {
  const { operator, target } = batch
  const storeIn = await prepareImport(target, waiting.map(toRecord))
  await updateDone(batch, waiting, (trx) =>
    asAccount(trx, operator, async () => {
      const imported = await storeIn(trx)
      await orderSites(trx, batch, imported)
      const plans = await plan(trx, batch, imported)
      const replaced = await noteReplaced(trx, imported)
      return imported.map(({ as, articleId, lostPictures, ...rest }) => ({
        outcome: as,
        articleId,
        replaced: replaced.get(articleId) ?? null,
        ...(lostPictures.length > 0 && { lostPictures: addLost(lostPictures) }),
        ...toPlaceOutcome(plans.get(articleId), rest),
      }))
    }),
  )
}

// The main site shows an article as soon as it is stored. The other sites get what is public now and was not before.
async function orderSites(trx: Transaction, { siteIds }: Batch, imported: Imported[]): Promise<void> {
  const others = siteIds.filter((id) => id !== MAIN_SITE_ID)
  const ids = imported.flatMap(({ articleId, wasPublic }) => (wasPublic ? [] : [articleId]))
  if (others.length === 0 || ids.length === 0) return
  const articles = await trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', 'in', ids)
    .where('publishedAt', 'is not', null)
    .where(isNoPage)
    .execute()
  const orders = articles.flatMap((article) =>
    others.map((siteId) => ({
      articleId: article.id,
      siteId,
      wantedHash: toWantedHash(article),
      varies: false,
    })),
  )
  await orderDeliveries(trx, orders, 0)
}

// A page is on its own site alone, and on none of its lists.
const isNoPage = sql<boolean>`not exists (select from site_pages where article_id = blog_posts.id)`

const plan = (trx: Transaction, { operator, siteIds, needsAlt }: Batch, imported: Imported[]) =>
  planImported(trx, operator, {
    plans: imported.flatMap(({ articleId, plannedFor: dueAt }) => (dueAt ? [{ articleId, dueAt }] : [])),
    siteIds,
    needsAlt,
  })

const addLost = (lost: object[]) =>
  sql<string>`coalesce(lost_pictures, '[]') || ${JSON.stringify(toStorable(lost))}::jsonb`

interface Outcome {
  outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  problem?: string | null
  plannedFor?: Date | null
  isPublic?: boolean
  articleId?: string
  lostPictures?: RawBuilder<string>
  replaced?: string | null
}

/** Thrown if another process has stored one of these records in the meantime. */
class TakenError extends Error {}

/** Stores records and their outcomes in one transaction. Throws TakenError. */
const updateDone = (
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
  const positions = waiting.map(({ position }) => position)
  const rows = await trx
    .selectFrom('importRecords')
    .select('position')
    .where('importId', '=', importId)
    .where('position', 'in', positions)
    .where('record', 'is not', null)
    .execute()
  return rows.length
}

/**
 * Ends an import and deletes its upload. If the account wants it, the run that fetches the pictures starts in the same
 * transaction. Returns false: nothing is left to do.
 */
async function endImport({ operator, importId }: Batch, bringsPictures: boolean): Promise<false> {
  const total = bringsPictures ? await countPicturesLeft(operator, importId) : 0
  await writeAs(operator, async (trx) => {
    const ended = await trx
      .updateTable('imports')
      .set({ state: 'done' })
      .where(isOwn(operator, 'userId'))
      .where('id', '=', importId)
      .where('state', '=', 'importing')
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    await trx.deleteFrom('importChunks').where('importId', '=', importId).execute()
    if (total > 0) await beginPictures(trx, operator, { importId, total })
  })
  return false
}

/** Starts the run that fetches the pictures of an import, in the caller's transaction. */
export async function beginPictures(
  trx: Transaction,
  operator: Operator,
  { importId, total }: { importId: string; total: number },
): Promise<void> {
  const { siteIds } = await readInput(trx, importId)
  const runId = await picturesRun.startIn(trx, operator, { input: { importId, siteIds }, total })
  await updateRunOfImport(trx, operator, { importId, runId })
}

/** Notes the run that works on an import now, in the caller's transaction. */
export async function updateRunOfImport(
  trx: Transaction,
  operator: Operator,
  { importId, runId }: { importId: string; runId: string },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ runId })
    .where(isOwn(operator, 'userId'))
    .where('id', '=', importId)
    .execute()
}

/** Returns the choices that the last run of an import stores. */
export async function readInput(trx: Transaction, importId: string): Promise<ImportInput> {
  const run = await trx
    .selectFrom('imports')
    .innerJoin('runs', 'runs.id', 'runId')
    .select('input')
    .where('imports.id', '=', importId)
    .executeTakeFirst()
  return importInput.parse(run?.input ?? {})
}
