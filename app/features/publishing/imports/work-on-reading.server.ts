import { z } from 'zod'
import type { NewImportRecord } from '../../../db/import-tables.ts'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/database.server.ts'
import { write } from '../../../platform/page-invalidation.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toExcerpt } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import {
  compareRecords,
  type ImportRecord,
  parseRecord,
  toImportKey,
  toRecordFields,
} from '../../articles/files/commands.server.ts'
import { type Found, readTrimmed, UnreadableFile } from '../../articles/files/files.ts'
import { MOST_ITEMS, READ_RUN } from './imports.ts'
import { nothingFound, repeated, tooManyItems } from './messages.ts'
import { findWork } from './queries.server.ts'
import { readUploaded, toSourceFiles } from './read-upload.server.ts'
import type { Upload } from './uploads.ts'

const AT_ONCE = 50
const SLOW_MS = 3000
const TITLE_LENGTH = 300
const PROBLEM_LENGTH = 500

/**
 * The run that reads an uploaded file and stores the articles found in it. Each is compared with the existing ones. At
 * its end the file is deleted.
 */
export const readRun = defineRun({
  kind: READ_RUN,
  input: z.object({ files: z.array(z.object({ name: z.string(), bytes: z.number() })).default([]) }),
  onError: 'retry', // only the database throws
  async prepare({ id: runId, operator, input }) {
    const work = await findWork(runId, 'reading')
    if (!work) return () => Promise.resolve(false)
    const reading = { runId, importId: work.id, operator }
    const items = await openItems(reading, { name: work.fileName, files: input.files })
    return async () => {
      const next = await items.next()
      if (typeof next === 'string') await endReading(reading, next)
      else if (next.found.length === 0) await endReading(reading)
      else await storeItems(reading, next)
      return typeof next !== 'string' && next.found.length > 0
    }
  },
})

interface Reading {
  runId: string
  importId: string
  operator: Operator
}

interface Items {
  /** The position of the first one in the file. */
  from: number
  found: Found[]
}

/**
 * Opens an upload. `next` of the result returns the next items, and none at the end. If the upload cannot be read, it
 * returns the reason as a sentence.
 */
async function openItems({ importId, operator }: Reading, upload: Upload) {
  let from = await countStored(importId)
  const articles = readUploaded(upload, {
    files: toSourceFiles(importId, upload),
    accountId: operator.id,
    skip: from,
  })
  return {
    async next(): Promise<Items | string> {
      try {
        const found = await take(articles, AT_ONCE)
        from += found.length
        return from > MOST_ITEMS ? tooManyItems : { from: from - found.length, found }
      } catch (error) {
        if (error instanceof UnreadableFile) return error.message
        throw error
      }
    },
  }
}

/** Reads the next items; fewer than `most` if they are slow, so that the work of other accounts is not delayed. */
async function take<Item>(items: AsyncGenerator<Item>, most: number): Promise<Item[]> {
  const taken: Item[] = []
  const until = performance.now() + SLOW_MS
  while (taken.length < most && (taken.length === 0 || performance.now() < until)) {
    const next = await items.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

async function countStored(importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('importRecords')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
  return count
}

type Row = Omit<NewImportRecord, 'importId' | 'position'>

async function storeItems({ runId, importId, operator }: Reading, { from, found }: Items): Promise<void> {
  const rows = await toRows(operator, found)
  const values = rows.map((row, index) => ({ importId, position: from + index, ...row }))
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: String(from),
      async work() {
        await trx.insertInto('importRecords').values(values).execute()
        return { outcome: 'found', size: values.length, result: {} }
      },
    }),
  )
}

async function toRows(operator: Operator, found: Found[]): Promise<Row[]> {
  const items = found.map(toItem)
  const records = items.flatMap(({ record }) => record ?? [])
  const target = { siteId: MAIN_SITE_ID, ownerId: operator.id, author: '' }
  const outcomes = await compareRecords(target, records)
  const byRecord = new Map(records.map((record, index) => [record, FOUND[outcomes[index] ?? 'created']]))
  return items.map(({ row, record }) => {
    const foundAs = record && byRecord.get(record)
    if (!foundAs) return row
    return { ...row, found: foundAs, ...(foundAs === 'same' && { record: null }) }
  })
}

const FOUND = { created: 'new', updated: 'changed', unchanged: 'same' } as const

/** Returns the row of an item, and its record if it can be imported. */
function toItem(item: Found): { row: Row; record?: ImportRecord } {
  const row = { place: shorten(item.place, TITLE_LENGTH), title: '', importKey: null }
  const refuse = (title: string, problem: string) => ({
    row: { ...row, title, found: 'refused' as const, problem: shorten(problem, PROBLEM_LENGTH) },
  })
  if ('leftOut' in item)
    return { row: { ...row, found: 'left-out', problem: shorten(toKind(item), PROBLEM_LENGTH) } }
  if ('problem' in item) return refuse('', item.problem)
  const fields = toRecordFields(item.fields)
  const parsed = parseRecord(fields)
  if (!parsed.ok) return refuse(shorten(readTrimmed(fields.title), TITLE_LENGTH), parsed.problem)
  const { record } = parsed
  const known = {
    title: record.title,
    importKey: toImportKey(record),
    isPublic: record.published_at !== null,
  }
  return { record, row: { ...row, ...known, found: 'new', record: JSON.stringify(fields) } }
}

// What articles have lost is one item for all of them.
const toKind = ({ leftOut, count }: { leftOut: string; count?: number }) =>
  count === undefined ? leftOut : `${leftOut}: ${count.toLocaleString('en-US')} in the file`

const shorten = (text: string, length: number) => toExcerpt(text.replaceAll('\0', '').toWellFormed(), length)

/** Ends the reading: deletes the file; its items wait for the user's decision. */
const endReading = ({ runId, importId }: Reading, problem?: string): Promise<void> =>
  write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: 'end',
      async work() {
        await trx.deleteFrom('importChunks').where('importId', '=', importId).execute()
        await leaveOutRepeated(trx, importId)
        const why = problem ?? ((await hasItems(trx, importId)) ? undefined : nothingFound)
        if (why !== undefined)
          await trx.deleteFrom('importRecords').where('importId', '=', importId).execute()
        const state = why === undefined ? 'read' : 'unreadable'
        await trx
          .updateTable('imports')
          .set({ state, problem: why ?? null })
          .where('id', '=', importId)
          .execute()
        return { outcome: 'found', size: 0, result: {} }
      },
    }),
  )

// The later of two items with one key wins, as in `npm run import`.
const leaveOutRepeated = (trx: Transaction, importId: string) =>
  sql`
    update import_records set found = 'left-out', record = null, problem = ${repeated}
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
