import { z } from 'zod'
import type { ImportState, NewImportRecord } from '../../../db/import-tables.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toStorable } from '../../../shared/storable.ts'
import { countOf, toExcerpt } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import { compareRecords } from '../formats/commands.server.ts'
import {
  countLosses,
  type ImportRecord,
  type Losses,
  parseRecord,
  readTitle,
  sayLoss,
  toImportKey,
  toRecordFields,
  toArticleText,
} from '../formats/formats.ts'
import { findPlanGap } from '../../writing/schedule/commands.server.ts'
import { type ImportProblem, READ_RUN, toAuthor, toStored } from './imports.ts'
import { findWork } from './queries.server.ts'
import type { UploadedArticle } from './read-upload.server.ts'
import { closeReader, findReader, type Reading, type Step } from './upload-readers.server.ts'
import { isRefusal } from '../../../shared/refusal.ts'

const TITLE_LENGTH = 300
const PROBLEM_LENGTH = 500
const LOSS_LENGTH = 200
const MOST_LOSSES = 30

/** The input of a run that reads an upload. */
export const readingInput = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.number() })).default([]),
  /** The encoding of texts that do not say theirs, once the account chose it. */
  encoding: z.string().optional(),
  /** The address of the old site, if the account gave it. */
  from: z.string().optional(),
})

/**
 * The run that reads an uploaded file and stores the articles found in it. Each is compared with the existing ones. At
 * its end the file is deleted.
 */
export const readRun = defineRun({
  kind: READ_RUN,
  input: readingInput,
  onError: 'retry', // only the database throws
  noteFailure: (trx, runId) => endAsUnreadable(trx, runId),
  async prepare({ id: runId, operator, input }) {
    const work = await findWork(runId, 'reading')
    if (!work) return () => Promise.resolve(false)
    const reading = { runId, importId: work.id, operator }
    const reader = await findReader(reading, { name: work.fileName, ...input })
    return () =>
      reader.inTurn(async () => {
        const step = await reader.next()
        const isOver = isRefusal(step) || step.found.length === 0
        if (isOver) closeReader(runId)
        if (isRefusal(step)) await endReading(reading, step)
        else if (isOver) await endReading(reading)
        else await insertFound(reading, step)
        return !isOver
      })
  },
})

type Row = Omit<NewImportRecord, 'importId' | 'position'>

// If another process works on this run too, one of both fails here, and its job begins at the right place again.
async function insertFound({ runId, importId, operator }: Reading, step: Step): Promise<void> {
  const { from, found, result } = step
  const rows = await toRows(operator, found)
  const values = rows.map((row, index) => ({ importId, position: from + index, ...row }))
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: String(from),
      async work() {
        if ((await findNextPosition(trx, importId)) !== from)
          throw new Error('The file is being read by another process.')
        await trx.insertInto('importRecords').values(values).execute()
        return { outcome: 'found', size: values.length, result }
      },
    }),
  )
}

async function findNextPosition(trx: Transaction, importId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('importRecords')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

async function toRows(operator: Operator, found: UploadedArticle[]): Promise<Row[]> {
  const items = found.map((item) => toItem(operator, item))
  const records = items.flatMap(({ record }) => record ?? [])
  const target = { siteId: MAIN_SITE_ID, ownerId: operator.id, author: '' }
  const outcomes = await compareRecords(target, records)
  const byRecord = new Map(records.map((record, index) => [record, FOUND[outcomes[index] ?? 'created']]))
  return items.map(({ row, record }) => {
    const foundAs = record && byRecord.get(record)
    if (!foundAs) return row
    return { ...row, found: foundAs, ...(foundAs === 'same' && UNCHANGED) }
  })
}

// It stays as it is, and other articles may lead to it.
const UNCHANGED = { record: null, lostWords: null, lost: null, links: null, lostPictures: null }

const FOUND = { created: 'new', updated: 'changed', unchanged: 'same' } as const

/** Returns the row of an item, and its record if it can be imported. */
function toItem(operator: Operator, item: UploadedArticle): { row: Row; record?: ImportRecord } {
  const row = { place: shorten(item.place, TITLE_LENGTH), title: '', importKey: null }
  const toRefused = (title: string, problem: ImportProblem) => ({
    row: { ...row, title, found: 'refused' as const, problem: toStored(problem) },
  })
  const toFault = (detail: string) => ({ reason: 'faulty' as const, detail: shorten(detail, PROBLEM_LENGTH) })
  if ('leftOut' in item) {
    const kind = shorten(item.leftOut, PROBLEM_LENGTH)
    const problem = toStored({ reason: 'left-out', kind, count: item.count })
    return { row: { ...row, found: 'left-out', problem } }
  }
  if ('reason' in item) return toRefused('', { reason: item.reason })
  if ('problem' in item) return toRefused('', toFault(item.problem))
  const fields = toRecordFields(item.fields)
  const parsed = parseRecord(fields)
  if (!parsed.ok) return toRefused(shorten(readTitle(fields), TITLE_LENGTH), toFault(parsed.problem))
  const { record } = parsed
  const known = {
    title: record.title,
    importKey: toImportKey(record),
    isPublic: record.publishedAt !== null,
    lostWords: item.lostWords?.map(toStorable) ?? null,
    lost: toLost(item),
    addresses: record.aliases ?? null,
    links: toJson(item.links),
    lostPictures: toJson(item.lostPictures),
    ...toPlanned(operator, record),
  }
  return { record, row: { ...row, ...known, found: 'new', record: JSON.stringify(fields) } }
}

const toJson = (list: object[] | undefined) => (list ? JSON.stringify(toStorable(list)) : null)
/** Returns what an article loses, in words. */
function toLost(item: Losses): string[] | null {
  const all = countLosses(item).map((loss) => shorten(sayLoss(loss), LOSS_LENGTH))
  const most = all.slice(0, MOST_LOSSES)
  if (all.length > most.length)
    most.push(`${countOf(all.length - most.length, 'other kind', 'other kinds')} of things`)
  return most.length > 0 ? most : null
}

function toPlanned(operator: Operator, record: ImportRecord): Pick<Row, 'plannedFor' | 'problem'> {
  const { plannedAt } = record
  const gap = plannedAt && findPlanGap(toArticleText(record, record.author ?? toAuthor(operator)), plannedAt)
  return gap
    ? { problem: toStored({ reason: 'not-planned', gap: gap.reason }) }
    : { plannedFor: plannedAt ?? null }
}

const shorten = (text: string, length: number) => toExcerpt(toStorable(text), length)

/**
 * Ends the reading: its items wait for the user's decision. The file is deleted, unless it has pictures of them. One that
 * does not say its encoding is kept for the answer.
 */
const endReading = ({ runId, importId }: Reading, problem?: ImportProblem): Promise<void> =>
  write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: 'end',
      async work() {
        await leaveOutRepeated(trx, importId)
        const isEmpty = !(await hasItems(trx, importId))
        const why = problem ?? (isEmpty ? { reason: 'nothing-found' as const } : undefined)
        if (why !== undefined)
          await trx.deleteFrom('importRecords').where('importId', '=', importId).execute()
        if (problem?.reason !== 'unknown-encoding' && !(await hasPictures(trx, importId)))
          await trx.deleteFrom('importChunks').where('importId', '=', importId).execute()
        await trx
          .updateTable('imports')
          .set({ state: toState(why), problem: why ? toStored(why) : null })
          .where('id', '=', importId)
          .execute()
        return { outcome: 'found', size: 0, result: {} }
      },
    }),
  )

function toState(problem: ImportProblem | undefined): ImportState {
  if (problem === undefined) return 'read'
  return problem.reason === 'unknown-encoding' ? 'asking' : 'unreadable'
}

async function endAsUnreadable(trx: Transaction, runId: string): Promise<void> {
  const ended = await trx
    .updateTable('imports')
    .set({ state: 'unreadable', problem: toStored({ reason: 'stopped' }) })
    .where('runId', '=', runId)
    .where('state', '=', 'reading')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await trx.deleteFrom('importChunks').where('importId', '=', ended.id).execute()
  await trx.deleteFrom('importRecords').where('importId', '=', ended.id).execute()
}

// The later of two items with one key wins, as in `npm run import`.
const leaveOutRepeated = (trx: Transaction, importId: string) =>
  sql`
    update import_records set found = 'left-out', record = null, problem = ${toStored({ reason: 'repeated' })}
    from (
      select position, lead(position) over (partition by import_key order by position) as later
      from import_records where import_id = ${importId} and import_key is not null
    ) as items
    where import_id = ${importId} and import_records.position = items.position and later is not null
  `.execute(trx)

async function hasItems(trx: Transaction, importId: string): Promise<boolean> {
  const items = trx.selectFrom('importRecords').select('position').where('importId', '=', importId).limit(1)
  return (await items.executeTakeFirst()) !== undefined
}

async function hasPictures(trx: Transaction, importId: string): Promise<boolean> {
  const items = trx
    .selectFrom('importRecords')
    .select('position')
    .where('importId', '=', importId)
    .where(sql<boolean>`record ? 'pictures'`)
    .limit(1)
  return (await items.executeTakeFirst()) !== undefined
}
