import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { findPoolerFault, findRoleFault } from './database-check.server.ts'
import { findOtherUser, type Holder, type Lock, lockDataDir } from './data-dir-lock.server.ts'
import { db, describeStore, isEmbedded, pool, withPatientConnection } from './database.server.ts'
import { HUNG_MS, openEmbeddedStore, storeDir, StoreUnreadableError } from './embedded-store.server.ts'
import { env } from '../env.server.ts'
import { checkSecret } from './known-seal.server.ts'
import { log } from '../log.server.ts'
import { migrate } from './migrate.server.ts'
import { findNewestSnapshot, toFileTime } from './snapshot-files.server.ts'
import { syncFiles, syncFolder } from './store-files.server.ts'

const RESTORING_FILE = join(env.DATA_DIR, 'restoring') // exists during a restore; holds the path of the damaged store

/** The open store of this process. */
export interface Store {
  /** Closes the connections and the embedded store, and releases its lock. */
  close: () => Promise<void>
  /** The process that has the embedded store, if it is another one: this process uses its socket. */
  holder?: Holder
}

/** How a command opens the store. */
interface Opening {
  /** With false, the tables stay as they are. True by default. */
  migrates?: boolean
  /** With false, a store that was sealed with another secret is opened, too. True by default. */
  checksSecret?: boolean
  /** The time to wait for a database that does not answer. A minute by default. */
  waitMs?: number
}

/** Another process has the lock of the data folder. */
class StoreHeldError extends Error {
  readonly holder: Holder

  constructor(holder: Holder) {
    const since = holder.since && ` since ${holder.since}`
    super(
      `${env.DATA_DIR} is in use by process ${holder.pid} (${holder.command})${since}. Stop it, or set another DATA_DIR.`,
    )
    this.holder = holder
  }
}

/** The embedded store is damaged. The message says how, and names the command that restores a backup. */
export class StoreDamagedError extends Error {
  /** The message in two sentences. */
  readonly damage: string
  readonly remedy: string

  constructor(reason: string, cause?: Error) {
    const snapshot = findNewestSnapshot()
    const setting = isUsualFolder ? '' : `DATA_DIR=${toShellWord(env.DATA_DIR)} `
    const command = `${setting}npm run restore -- ${toShellWord(snapshot ?? 'FILE')} --force`
    const remedy = snapshot
      ? `brings back its newest snapshot: ${command}`
      : `brings back a backup: ${command}`
    const damage = `The store in ${env.DATA_DIR} is damaged (${reason})${snapshot ? '' : ' and has no snapshot'}`
    super(`${damage}; this ${remedy}`, { cause })
    this.damage = `${damage}.`
    this.remedy = `This ${remedy}`
  }
}

const isUsualFolder = env.DATA_DIR === resolve('data')
const toShellWord = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Opens the store for a server process: with the lock of the data folder, if it is embedded, and with the tables up to
 * date. Throws StoreHeldError, StoreDamagedError and SecretError.
 */
export async function openStore(command: string, opening: Opening = {}): Promise<Store> {
  if (!isEmbedded) return openServerStore(opening)
  const lock = takeLock(command)
  if (!existsSync(RESTORING_FILE)) return openLocked(lock, opening)
  lock.release()
  throw new StoreDamagedError('a restore did not come to its end')
}

/** Returns false if the embedded store was never made. Its next start then makes a new one. */
export const hasStore = () => existsSync(storeDir(env.DATA_DIR)) || existsSync(RESTORING_FILE)

/**
 * Opens a new embedded store in place of a damaged one, which is moved to the path `aside`. Call `finish` when the new
 * store is filled and closed: until then, every start refuses the new store as damaged too. Throws StoreHeldError.
 */
export async function replaceDamagedStore(
  command: string,
): Promise<{ store: Store; aside: string; finish: () => void }> {
  const lock = takeLock(command)
  const store = storeDir(env.DATA_DIR)
  const aside = existsSync(RESTORING_FILE)
    ? readFileSync(RESTORING_FILE, 'utf8')
    : `${store}-damaged-${toFileTime(new Date())}`
  writeFileSync(RESTORING_FILE, aside, { flush: true })
  syncFolder(env.DATA_DIR)
  if (existsSync(aside)) rmSync(store, { recursive: true, force: true })
  else renameSync(store, aside)
  const opened = await openLocked(lock, { checksSecret: false })
  return { store: opened, aside, finish: () => rmSync(RESTORING_FILE) }
}

function takeLock(command: string): Lock {
  const lock = lockDataDir(env.DATA_DIR, command)
  if ('holder' in lock) throw new StoreHeldError(lock.holder)
  return lock
}

const MIGRATING_MS = 600_000 // a migration is one statement, in which the thread is silent

async function openLocked(lock: Lock, opening: Opening = {}): Promise<Store> {
  const patience = { hungMs: MIGRATING_MS, onHung }
  const embedded = await openEmbeddedStore(env.DATA_DIR, patience).catch((error: unknown) => {
    lock.release()
    throw error instanceof StoreUnreadableError ? new StoreDamagedError(error.message, error) : error
  })
  const close = async () => {
    await pool.end()
    await embedded.close()
    lock.release()
  }
  try {
    await prepare(opening)
    embedded.allowSilence(HUNG_MS)
  } catch (error) {
    await close() // so that the next start need not check every row
    throw error
  }
  return { close }
}

async function prepare({ migrates = true, checksSecret = true }: Opening): Promise<void> {
  if (migrates) {
    throwFault(await findPoolerFault())
    await withPatientConnection(migrate)
    throwFault(await findRoleFault())
  }
  if (checksSecret) await checkSecret({ isOwner: migrates })
}

const onHung = () => log.error('store.hung')

/** Returns why this command must not write to the embedded store: another user has it. Undefined if it may. */
export function findUserFault(): { found: string; advice: string } | undefined {
  const self = process.getuid?.()
  if (!isEmbedded || self === undefined) return undefined
  const user = findOtherUser(env.DATA_DIR, self)
  if (user === undefined) return undefined
  return {
    found: `The store in ${env.DATA_DIR} belongs to user ${user}, and this command runs as user ${self}.`,
    advice:
      'Run it as the user of the server, as ops/broadsheet does. The server could not open files of another user.',
  }
}

/** Throws an Error if another user has the embedded store. */
export const refuseOtherUser = (): void => throwFault(findUserFault())

/**
 * Opens the store for a command-line tool, and says on standard error which one that is. While a server has the embedded
 * store, the tool uses the server's socket. A tool of another user than that of the store is refused.
 */
export async function openStoreForTool(command: string, opening: Opening = {}): Promise<Store> {
  process.stderr.write(`Store: ${describeStore()}\n`)
  refuseOtherUser()
  try {
    return await openStore(command, opening)
  } catch (error) {
    if (!(error instanceof StoreHeldError)) throw error
    await waitForDatabase(opening.waitMs)
    if (opening.checksSecret ?? true) await checkSecret({ isOwner: false })
    return { close: () => pool.end(), holder: error.holder }
  }
}

async function openServerStore(opening: Opening): Promise<Store> {
  await waitForDatabase(opening.waitMs)
  await prepare(opening)
  return { close: () => pool.end() }
}

function throwFault(fault: { found: string; advice: string } | undefined): void {
  if (fault) throw new Error(`${fault.found} ${fault.advice}`)
}

/**
 * Removes dead rows and updates the statistics of the query planner. A Postgres server does so automatically, the
 * embedded database does not. It takes a fifth of a second for some thousand articles, and other queries wait.
 */
export async function vacuumStore(): Promise<void> {
  if (isEmbedded) await sql`vacuum analyze`.execute(db)
}

/**
 * Vacuums the tables of the embedded store of which a fifth has changed, as autovacuum does on a Postgres server. The
 * first account becomes the owner of all imported articles. After such a change a home page takes the store 0.8 instead
 * of 0.5 ms.
 */
export async function tidyChangedTables(): Promise<void> {
  if (!isEmbedded) return
  await sql`select pg_stat_force_next_flush()`.execute(db) // without it, the embedded store counts no changes
  const { rows } = await sql<{ table: string }>`
    select relid::regclass::text as table from pg_stat_user_tables join pg_class on oid = relid
    where greatest(n_dead_tup, n_mod_since_analyze) > 50 + 0.2 * greatest(reltuples, 0)
  `.execute(db)
  if (rows.length > 0)
    await sql`vacuum analyze ${sql.join(rows.map(({ table }) => sql.raw(table)))}`.execute(db)
}

/**
 * Writes a checkpoint of the embedded store and syncs its files to the disk. All earlier writes then survive a power
 * cut, and a start after a crash replays only later ones. PGlite does neither automatically.
 */
export async function checkpointStore(): Promise<void> {
  if (!isEmbedded) return
  await sql`checkpoint`.execute(db)
  await syncFiles(storeDir(env.DATA_DIR))
}

const WAIT_MS = 60_000 // the database, or the server with the lock, may still be starting
const OLDEST_VERSION = 150_000 // Postgres 15, as server_version_num

// SQLSTATE of a wrong name or password, a missing database and missing rights: waiting does not help.
const REFUSED = /^(28|3D|42501)/
const IGNORABLE = /unsupported startup parameter/
const IGNORE =
  'Set ignore_startup_parameters = options,statement_timeout in PgBouncer, as ops/pgbouncer.ini does.'

async function waitForDatabase(waitMs = WAIT_MS): Promise<void> {
  const deadline = Date.now() + waitMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      if (rows.every(({ version }) => version >= OLDEST_VERSION)) return
    } catch (error) {
      const reason = toReason(error)
      if (IGNORABLE.test(reason.text))
        throw new Error(`The pooler refuses us: ${reason.text}. ${IGNORE}`, { cause: error })
      if (REFUSED.test(reason.code))
        throw new Error(`The database refuses us: ${reason.text}`, { cause: error })
      if (Date.now() > deadline)
        throw new Error(`The database does not answer: ${reason.text}`, { cause: error })
      if (attempt === 1) log.warn({ reason: reason.text, seconds: waitMs / 1000 }, 'store.awaited')
      await sleep(500)
      continue
    }
    throw new Error('The database is older than Postgres 15, which Broadsheet needs.')
  }
}

/** Returns the code and the message of an error. A host with several addresses fails with one error for each. */
function toReason(error: unknown): { code: string; text: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  return { code, text: first instanceof Error ? first.message : String(first) }
}
