import { sql } from 'kysely'
import { decodeCsv, readCsv } from '../../../platform/read-csv.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createOneAtATime } from '../../../platform/concurrency-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { CATALOGUE, type Entry, type FileRefusal, type ImportRefusal, type Kind } from './cities-services.ts'
import { runAlone } from './commands.server.ts'
import { preferHashJoins, ENTRIES } from './entries.server.ts'
import { limitChanges, limitFiles } from './limits.server.ts'
import {
  findColumns,
  type ImportPreview,
  type ImportRecord,
  type ImportReport,
  previewImport,
} from './preview-import.ts'
import { SHOWN } from '../../../shared/left-out.ts'
import { countEntriesIn } from './queries.server.ts'
import { refuse } from '../../../shared/refusal.ts'

const MAX_BYTES = 5 * 1024 * 1024
const MAX_LINES = 50_000
const LINE_END = /\r\n?|\n/
const SAMPLES_SHOWN = 10

const readAlone = singleton('imports being read', createOneAtATime)

/** An uploaded file, or the pasted text. */
export interface ImportFile {
  name: string
  bytes: Uint8Array
}

/**
 * Reads a CSV file and stores the entries that it would add until the operator confirms it. It replaces an earlier
 * file, even if it is refused. Otherwise the report of the earlier file would look like that of this one.
 */
export async function keepImport(
  operator: Operator,
  kind: Kind,
  file: ImportFile,
): Promise<{ ok: true } | FileRefusal> {
  const tooOften = await limitFiles(operator)
  if (tooOften) return tooOften
  const kept = await readAlone(operator, async () => {
    const planned = await preview(kind, file.bytes)
    if (!planned.ok) {
      await discardImport(operator, kind)
      return planned
    }
    await insertImport(operator, kind, { fileName: file.name, ...planned.plan })
    return { ok: true as const }
  })
  return kept ?? refuse('one-at-a-time')
}

interface NamedPlan extends ImportPreview {
  fileName: string
}

type Previewed = { ok: true; plan: ImportPreview } | FileRefusal

async function preview(kind: Kind, bytes: Uint8Array): Promise<Previewed> {
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_BYTES) return refuse('too-large')
  const text = decodeCsv(bytes)
  if (text === undefined) return refuse('not-utf8')
  if (text === '') return refuse('empty')
  if (text.split(LINE_END, MAX_LINES + 2).length > MAX_LINES + 1) return refuse('too-many-lines')
  const read = await readCsv(text)
  if (!read.ok) return read
  const found = findColumns(kind, read.header)
  if (!found.ok) return found
  if (read.lines.length === 0) return refuse('no-entries')
  return { ok: true, plan: await previewImport(kind, read, found.columns) }
}

async function insertImport(
  operator: Operator,
  kind: Kind,
  { fileName, records, report }: NamedPlan,
): Promise<void> {
  const row = { fileName, records: JSON.stringify(records), report: JSON.stringify(report) }
  const stored = { ...row, createdAt: sql<Date>`now()` }
  await writeAs(operator, (trx) =>
    trx
      .insertInto('catalogueImports')
      .values({ userId: operator.id, kind, ...stored })
      .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet(stored))
      .execute(),
  )
}

/** A file that waits for confirmation, compared with the operator's list as it is now. */
export interface PendingImport extends ImportReport {
  /** Identifies this reading of a file. */
  readingId: string
  fileName: string
  toAdd: number
  /** The first 10 entries to add. */
  samples: Entry[]
  /** The entries that exist already, and the number of those that differ in the file. */
  present: { count: number; changed: number; first: PresentLine[] }
  /** True if the list would exceed its limit. */
  isTooMany: boolean
}

/** A line of the file whose entry exists already. */
interface PresentLine {
  line: number
  name: string
  state: string
  isChanged: boolean
}

/** Returns the operator's import that waits for confirmation; undefined if there is none. */
export const findImport = (operator: Operator, kind: Kind): Promise<PendingImport | undefined> =>
  readAs(operator, async (trx) => {
    await preferHashJoins(trx)
    const kept = await trx
      .selectFrom('catalogueImports')
      .select(['fileName', READING_ID.as('readingId'), sql<ImportReport>`report`.as('report')])
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (!kept) return undefined
    const lines = selectLines(trx, operator, kind)
    const { toAdd, ...counts } = await countLines(trx, operator, kind)
    const samples = await lines
      .select(['id', 'name', 'state', 'slug', 'population', 'text'])
      .where('isPresent', '=', false)
      .orderBy('line')
      .limit(SAMPLES_SHOWN)
      .execute()
    const first = await lines
      .select(['line', 'name', 'state', 'isChanged'])
      .where('isPresent', '=', true)
      .orderBy('line')
      .limit(SHOWN)
      .execute()
    const total = await countEntriesIn(trx, operator, kind)
    return {
      fileName: kept.fileName,
      readingId: kept.readingId,
      ...kept.report,
      toAdd,
      samples,
      present: { ...counts, first },
      isTooMany: total + toAdd > CATALOGUE[kind].limit,
    }
  })

const READING_ID = sql<string>`extract(epoch from created_at)::text`

interface ComparedRecord extends ImportRecord {
  isPresent: boolean
  isChanged: boolean
}

const RECORDS = sql`jsonb_to_recordset(records)
  as record(id uuid, line integer, name text, state text, slug text, population integer, text text)`

// An empty cell leaves the stored value as it is.
const IS_CHANGED = sql`
  (record.population is not null and record.population is distinct from entry.population)
  or (record.text <> '' and record.text <> entry.text)`

const selectLines = (trx: Transaction, operator: Operator, kind: Kind) =>
  trx.selectFrom(
    sql<ComparedRecord>`(
      select record.*, entry.id is not null as is_present, coalesce(entry.id is not null and (${IS_CHANGED}), false) as is_changed
      from catalogue_imports cross join ${RECORDS}
      left join ${ENTRIES[kind]} as entry on entry.slug = record.slug and ${isOwn(operator, 'entry.userId')}
      where ${isOwn(operator, 'catalogueImports.userId')} and kind = ${kind}
    )`.as('lines'),
  )

const countLines = (trx: Transaction, operator: Operator, kind: Kind) =>
  selectLines(trx, operator, kind)
    .select([
      sql<number>`count(*) filter (where not is_present)::int`.as('toAdd'),
      sql<number>`count(*) filter (where is_present)::int`.as('count'),
      sql<number>`count(*) filter (where is_changed)::int`.as('changed'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Imports the waiting file, completely or not at all, and deletes it. Entries that exist already stay, or are updated
 * if `updates` is set. Refused if the waiting file is not the one with this `readingId`.
 */
export async function applyImport(
  operator: Operator,
  kind: Kind,
  { readingId, updates }: { readingId: string; updates: boolean },
): Promise<{ ok: true; added: number; updated: number } | ImportRefusal> {
  const tooOften = await limitChanges(operator)
  if (tooOften) return tooOften
  return writeAs(operator, async (trx) => {
    await preferHashJoins(trx)
    await runAlone(trx, operator)
    if (!(await lockReading(trx, operator, { kind, readingId }))) return refuse('not-pending')
    const { toAdd } = await countLines(trx, operator, kind)
    if ((await countEntriesIn(trx, operator, kind)) + toAdd > CATALOGUE[kind].limit) return refuse('too-many')
    const updated = updates ? await updatePresent(trx, operator, kind) : 0
    const added = await addAbsent(trx, operator, kind)
    await deleteImport(trx, operator, kind)
    return { ok: true, added, updated }
  })
}

const lockReading = (
  trx: Transaction,
  operator: Operator,
  { kind, readingId }: { kind: Kind; readingId: string },
) =>
  trx
    .selectFrom('catalogueImports')
    .select('kind')
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', kind)
    .where(READING_ID, '=', readingId)
    .forUpdate()
    .executeTakeFirst()

const TEXT = { cities: sql.ref('notes'), services: sql.ref('description') }

async function addAbsent(trx: Transaction, operator: Operator, kind: Kind): Promise<number> {
  const place = kind === 'cities' ? sql`, state, population` : sql``
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(kind)} (id, user_id, slug, name, ${TEXT[kind]} ${place})
    select id, ${operator.id}::uuid, slug, name, text ${place}
    from catalogue_imports cross join ${RECORDS}
    where ${isOwn(operator, 'catalogueImports.userId')} and kind = ${kind}
    on conflict do nothing
  `.execute(trx)
  return Number(numAffectedRows)
}

async function updatePresent(trx: Transaction, operator: Operator, kind: Kind): Promise<number> {
  const place = kind === 'cities' ? sql`, population = coalesce(lines.population, cities.population)` : sql``
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(kind)} set updated_at = now(), ${TEXT[kind]} = coalesce(nullif(lines.text, ''), ${TEXT[kind]}) ${place}
    from (${selectLines(trx, operator, kind).select(['slug', 'text', 'population']).where('isChanged', '=', true)}) as lines
    where ${sql.table(kind)}.slug = lines.slug and ${isOwn(operator, `${kind}.userId`)}
  `.execute(trx)
  return Number(numAffectedRows)
}

/** Deletes the operator's import that waits for confirmation. Returns true if there was one. */
export const discardImport = (operator: Operator, kind: Kind): Promise<boolean> =>
  writeAs(operator, (trx) => deleteImport(trx, operator, kind))

async function deleteImport(trx: Transaction, operator: Operator, kind: Kind): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('catalogueImports')
    .where(isOwn(operator, 'userId'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes imports that were not confirmed within a day, and entries that were deleted a day ago. */
export async function pruneCatalogue(): Promise<void> {
  const aDayAgo = sql<Date>`now() - interval '1 day'`
  await db.deleteFrom('catalogueImports').where('createdAt', '<', aDayAgo).execute()
  await db.deleteFrom('deletedEntries').where('deletedAt', '<', aDayAgo).execute()
}
