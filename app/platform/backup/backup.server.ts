import { sql } from 'kysely'
import {
  type BackupHeader,
  type BackupRow,
  type BackupTable,
  readBackupFile,
  readBackupHeader,
  writeBackupFile,
} from './backup-file.server.ts'
import { findKeyId, listOwnKeyIds, SEALED, type SealedTable } from '../seal.server.ts'
import { readStore, type Transaction } from '../store/database.server.ts'
import { findKnownSeal, type SealedValue } from '../store/known-seal.server.ts'
import { listApplied } from '../store/migrate.server.ts'
import { EVERY_PAGE, invalidatePages, write } from '../web/page-invalidation.server.ts'

const BATCH = 200
const BATCH_OF_FILES = 5 // each such row holds a file of up to 1 MB, which is 2 MB as JSON
const BATCH_CHARACTERS = 8_000_000

// Short-lived rows, signing keys (the server makes new ones), and tables that triggers fill from others.
const LEFT_OUT = new Set([
  'sessions',
  'refresh_tokens',
  'server_tokens',
  'device_codes',
  'idempotency_keys',
  'factor_challenges',
  'factor_limits',
  'signing_keys',
  'verifications',
  'invitations',
  'rate_limits',
  'host_breakers',
  'notice_turns',
  'page_drops',
  'backup_state',
  'article_search',
  'picture_uses',
])
const MIGRATIONS = /^kysely_migration/
// What a migration changed in the rows is changed in those of an older backup, too. 0035, which mended the titles and slugs of
// imports, is not repeated.
const CHANGES_OF_ROWS = [
  ['0030_deleted_labels', 'label_deleted_entries'],
  ['0039_revisions', 'revise_variations'],
  ['0041_pictures', 'choose_shown_covers'],
  ['0045_revision_causes', 'name_revision_causes'],
  ['0047_main_site_is_a_target', 'stand_on_main_site'],
  ['0051_ids_of_accounts', 'free_foreign_ids'],
  ['0055_composed_names', 'compose_names'],
  ['0069_who_may_sign_up', 'keep_sign_up'],
  ['0073_languages', 'give_texts_languages'],
  ['0097_approvals', 'keep_approvals'],
  ['0100_pages_without_the_main_site', 'take_pages_off_main_site'],
  ['0109_hash_of_variations', 'hash_variation_sources'],
] as const

interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
  key: string[]
  /** Foreign keys that point to the same table. */
  ownKeys: string[]
  holdsFiles: boolean
}

/**
 * Writes the whole store to a file, as it was at one point in time. Its tables may be those of an older version. Returns
 * the number of rows. Throws an Error for a store without tables.
 */
export async function backUpStore(file: string): Promise<number> {
  return readStore(async (trx) => {
    const migrations = await listApplied(trx)
    if (migrations.length === 0) throw new Error('The store has no tables yet: there is nothing to back up.')
    const tables = await listTables(trx)
    const known = await findKnownSeal(trx)
    const keyId = known && findKeyId(known)
    const head: BackupHeader = {
      createdAt: new Date().toISOString(),
      ...(keyId && { keyId }),
      migrations,
      tables: await describe(trx, tables),
    }
    await writeBackupFile(file, { head, rows: readRows(trx, tables) })
    return head.tables.reduce((total, { rows }) => total + rows, 0)
  })
}

/**
 * Returns true if the database was not written since a backup of it was made. Compares counts and transaction ids only.
 */
export async function isBackupCurrent(file: string): Promise<boolean> {
  const head = await readBackupHeader(file)
  const tables = await readStore(async (trx) => describe(trx, await listTables(trx)))
  return JSON.stringify(head?.tables) === JSON.stringify(tables)
}

/** A whole backup. */
export interface CheckedBackup {
  rows: number
  createdAt: string
  /** The id of the key that sealed the store; undefined in older backups. */
  keyId: string | undefined
  /** The sealed values that the secret at hand does not open, also not an earlier one that is set. */
  closed: SealedValue[]
}

/** Reads a whole backup without changing the database. Throws BackupDamagedError. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const own = listOwnKeyIds()
  let head: BackupHeader | undefined
  let rows = 0
  const closed: SealedValue[] = []
  for await (const item of readBackupFile(file)) {
    if (!('json' in item)) {
      head = item
      continue
    }
    rows += 1
    const sealed = findSealedValue(item)
    const keyId = sealed && findKeyId(sealed.value)
    if (sealed && keyId && !own.includes(keyId)) closed.push(sealed)
  }
  if (!head) throw new Error(`${file} is empty.`)
  return { rows, createdAt: head.createdAt, keyId: head.keyId, closed }
}

function findSealedValue({ table, json }: BackupRow): SealedValue | undefined {
  if (!isSealedTable(table)) return undefined
  const row = JSON.parse(json) as Record<string, string | null>
  const value = row[SEALED[table].column]
  return value ? { table, rowId: row.id ?? '', value } : undefined
}

const isSealedTable = (table: string): table is SealedTable => Object.hasOwn(SEALED, table)

/**
 * Replaces all data in the database with a backup, or changes nothing. `finish` runs in the same transaction. Throws
 * BackupDamagedError, and an Error for a backup of a newer version.
 */
export async function restoreStore(file: string, finish: (trx: Transaction) => Promise<void>): Promise<void> {
  await write(async (trx) => {
    await replaceRows(trx, file)
    await finish(trx)
    await invalidatePages(trx, [EVERY_PAGE])
  })
}

/**
 * Replaces all rows with those of a backup, in a transaction of any store with our tables. Throws the errors of
 * `restoreStore`, and an Error if a table then has another number of rows than the backup says.
 */
export async function replaceRows(trx: Transaction, file: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local app.restoring = 'on'`.execute(trx)
  const tables = await listTables(trx)
  let head: BackupHeader | undefined
  for await (const item of inBatches(readBackupFile(file))) {
    if (Array.isArray(item)) await insertBackupRows(trx, item, head)
    else {
      head = item
      refuseUnknown(head, { tables, migrations: await listApplied(trx) })
      await emptyTables(trx)
    }
  }
  refuseMissing(head, await describe(trx, tables))
  for (const [name, change] of CHANGES_OF_ROWS)
    if (!head?.migrations.includes(name)) await sql`select ${sql.id(change)}()`.execute(trx)
}

/** Groups rows of the same table, as many as one statement takes. */
async function* inBatches(
  items: AsyncIterable<BackupHeader | BackupRow>,
): AsyncGenerator<BackupHeader | BackupRow[]> {
  let batch: BackupRow[] = []
  let characters = 0
  for await (const item of items) {
    if (!('json' in item)) {
      yield item
      continue
    }
    const isFull = batch.length === BATCH || characters > BATCH_CHARACTERS
    if (isFull || (batch[0] && batch[0].table !== item.table)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(item)
    characters += item.json.length
  }
  yield batch
}

function refuseMissing(head: BackupHeader | undefined, here: BackupTable[]): void {
  const counts = new Map(here.map(({ name, rows }) => [name, rows]))
  const wrong = head?.tables.find(({ name, rows }) => counts.get(name) !== rows)
  if (wrong)
    throw new Error(
      `The backup has not the ${wrong.rows} rows of ${wrong.name} that it promises. Nothing was changed.`,
    )
}

function refuseUnknown(head: BackupHeader, here: { tables: Table[]; migrations: string[] }): void {
  const known = new Map(here.tables.map(({ name, columns }) => [name, new Set(columns)]))
  const isNewer =
    head.migrations.some((name) => !here.migrations.includes(name)) ||
    head.tables.some(({ name, columns }) => columns.some((column) => !known.get(name)?.has(column)))
  if (isNewer) throw new Error('The backup is from a newer version than this one. Nothing was changed.')
}

async function insertBackupRows(trx: Transaction, rows: BackupRow[], head?: BackupHeader): Promise<void> {
  const table = head?.tables.find(({ name }) => name === rows[0]?.table)
  if (!table) return // no rows, or a table that the header does not name
  const list = sql.join(table.columns.map((column) => sql.id(column)))
  const json = `[${rows.map((row) => row.json).join(',')}]`
  await sql`
    insert into ${sql.table(table.name)} (${list})
    select ${list} from json_populate_recordset(null::${sql.table(table.name)}, ${json}::json)
  `.execute(trx)
}

async function emptyTables(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(trx)
  const names = rows.map(({ name }) => name).filter((name) => !MIGRATIONS.test(name))
  await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(trx)
}

async function* readRows(trx: Transaction, tables: Table[]): AsyncGenerator<BackupRow> {
  for (const { name, columns, key, ownKeys, holdsFiles } of tables) {
    const batch = holdsFiles ? BATCH_OF_FILES : BATCH
    const list = sql.join(columns.map((column) => sql.id(column)))
    // Rows that other rows of the same table point to come first.
    const order = sql.join([
      ...ownKeys.map((column) => sql`${sql.id(column)} is not null`),
      ...key.map((column) => sql.id(column)),
    ])
    await sql`
      declare backup_rows no scroll cursor for
      select row_to_json(r)::text as json from (select ${list} from ${sql.table(name)} order by ${order}) as r
    `.execute(trx)
    for (;;) {
      const { rows } = await sql<{ json: string }>`fetch ${sql.lit(batch)} from backup_rows`.execute(trx)
      for (const { json } of rows) yield { table: name, json }
      if (rows.length < batch) break
    }
    await sql`close backup_rows`.execute(trx)
  }
}

async function describe(trx: Transaction, tables: Table[]): Promise<BackupTable[]> {
  const described: BackupTable[] = []
  for (const { name, columns } of tables) {
    const { rows } = await sql<Pick<BackupTable, 'rows' | 'written'>>`
      select count(*)::int as rows, coalesce(max(xmin::text::bigint), 0)::text as written from ${sql.table(name)}
    `.execute(trx)
    described.push({ name, columns, rows: 0, written: '', ...rows[0] })
  }
  return described
}

/** Returns the tables that belong to a backup, each after the tables that it points to. */
async function listTables(trx: Transaction): Promise<Table[]> {
  const { rows } = await sql<Table & { pointsTo: string[] }>`
    select c.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)), '{}')
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      exists (select from pg_attribute where attrelid = c.oid and atttypid = 'bytea'::regtype) as "holds_files",
      (select coalesce(array_agg(a.attname::text), '{}') from pg_constraint f
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid) as "own_keys",
      (select coalesce(array_agg(distinct t.relname::text), '{}') from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "points_to"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by c.relname
  `.execute(trx)
  return sortByReferences(rows.filter(({ name }) => !LEFT_OUT.has(name) && !MIGRATIONS.test(name)))
}

function sortByReferences<T extends { name: string; pointsTo: string[] }>(tables: T[]): T[] {
  const placed: T[] = []
  const isPlaced = (name: string) => placed.some((table) => table.name === name) || LEFT_OUT.has(name)
  while (placed.length < tables.length) {
    const next = tables.find((table) => !placed.includes(table) && table.pointsTo.every(isPlaced))
    if (!next) throw new Error('Tables point to each other in a circle.')
    placed.push(next)
  }
  return placed
}
