import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Holder, type Lock, lockDataDir } from './data-dir-lock.server.ts'
import { isEmbedded, pool } from './database.server.ts'
import { openEmbeddedStore, storeDir, StoreUnreadableError } from './embedded-store.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { migrate } from './migrate.server.ts'
import { projectRoot } from './paths.server.ts'
import { findNewestSnapshot, toFileTime } from './snapshot-files.server.ts'
import { syncFiles, syncFolder } from './store-files.server.ts'

const RESTORING = join(env.DATA_DIR, 'restoring') // holds where the damaged store was put

export interface Store {
  /** Gives back connections, the embedded store and its lock. */
  close: () => Promise<void>
}

export class StoreHeldError extends Error {
  constructor(holder: Holder) {
    const since = holder.since && ` since ${holder.since}`
    super(
      `${env.DATA_DIR} is in use by process ${holder.pid} (${holder.command})${since}. Stop it, or set another DATA_DIR.`,
    )
  }
}

export class StoreDamagedError extends Error {
  constructor(reason: string, cause?: Error) {
    const snapshot = findNewestSnapshot()
    const where = isUsualFolder ? '' : `DATA_DIR=${toShellWord(env.DATA_DIR)} `
    const command = `${where}npm run restore -- ${toShellWord(snapshot ?? 'FILE')} --force`
    const way = snapshot
      ? `; this brings back its newest snapshot: ${command}`
      : ` and has no snapshot; this brings back a backup: ${command}`
    super(`The store in ${env.DATA_DIR} is damaged (${reason})${way}`, { cause })
  }
}

const isUsualFolder = env.DATA_DIR === join(projectRoot, 'data')
const toShellWord = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Opens the store for the process that serves: alone on its data folder, migrated.
 * Throws StoreHeldError and StoreDamagedError.
 */
export async function openStore(command: string): Promise<Store> {
  if (!isEmbedded) return openServerStore()
  const lock = takeLock(command)
  if (!existsSync(RESTORING)) return openLocked(lock)
  lock.release()
  throw new StoreDamagedError('a restore did not come to its end')
}

/**
 * Opens a new embedded store in the place of a damaged one, which is kept as `aside`. Until `finish` is called, after
 * the new one was filled and closed, every other start refuses it as damaged too. Throws StoreHeldError.
 */
export async function renewStore(
  command: string,
): Promise<{ store: Store; aside: string; finish: () => void }> {
  const lock = takeLock(command)
  const store = storeDir(env.DATA_DIR)
  const aside = existsSync(RESTORING)
    ? readFileSync(RESTORING, 'utf8')
    : `${store}-damaged-${toFileTime(new Date())}`
  writeFileSync(RESTORING, aside, { flush: true })
  syncFolder(env.DATA_DIR)
  if (existsSync(aside)) rmSync(store, { recursive: true, force: true })
  else renameSync(store, aside)
  return { store: await openLocked(lock), aside, finish: () => rmSync(RESTORING) }
}

function takeLock(command: string): Lock {
  const lock = lockDataDir(env.DATA_DIR, command)
  if ('holder' in lock) throw new StoreHeldError(lock.holder)
  return lock
}

async function openLocked(lock: Lock): Promise<Store> {
  const embedded = await openEmbeddedStore(env.DATA_DIR, { onHung }).catch((error: unknown) => {
    lock.release()
    throw error instanceof StoreUnreadableError ? new StoreDamagedError(error.message, error) : error
  })
  await migrate()
  return {
    async close() {
      await pool.end()
      await embedded.close()
      lock.release()
    },
  }
}

const onHung = () => log.error('store.hung') // it is opened anew

/** Opens the store for a command-line tool: beside a running server it uses the server's socket. */
export async function openStoreForTool(command: string): Promise<Store> {
  try {
    return await openStore(command)
  } catch (error) {
    if (!(error instanceof StoreHeldError)) throw error
    await answers()
    return { close: () => pool.end() }
  }
}

async function openServerStore(): Promise<Store> {
  await answers()
  await migrate()
  return { close: () => pool.end() }
}

/**
 * Clears out dead rows and counts what is there, so that queries are planned well. A server does so by itself; the
 * embedded store has nobody else. Takes a fifth of a second for some thousand articles, while nothing else runs.
 */
export async function tidyStore(): Promise<void> {
  if (isEmbedded) await pool.query('vacuum analyze')
}

/**
 * Brings the files of the embedded store up to date and onto the disk: what was written before survives a power cut,
 * and a start after a crash has only to repeat what was written since. PGlite does neither by itself.
 */
export async function settleStore(): Promise<void> {
  if (!isEmbedded) return
  await pool.query('checkpoint')
  await syncFiles(storeDir(env.DATA_DIR))
}

const PATIENCE_MS = 60_000 // a database, or a server that holds the folder, may still be starting
const OLDEST = 150_000 // of Postgres, as it counts its versions

// A wrong name or password, a database that is not there, and rights that are missing: waiting mends none of them.
const REFUSED = /^(28|3D|42501)/

async function answers(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      if ((rows[0]?.version ?? OLDEST) >= OLDEST) return
    } catch (error) {
      const reason = toReason(error)
      if (REFUSED.test(reason.code))
        throw new Error(`The database refuses us: ${reason.text}`, { cause: error })
      if (Date.now() > deadline)
        throw new Error(`The database does not answer: ${reason.text}`, { cause: error })
      if (attempt === 1) log.warn({ reason: reason.text, seconds: PATIENCE_MS / 1000 }, 'store.awaited')
      await sleep(500)
      continue
    }
    throw new Error('The database is older than Postgres 15, which Broadsheet needs.')
  }
}

/** What Postgres or the network calls it; a host with several addresses fails with one error for each. */
function toReason(error: unknown): { code: string; text: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  return { code, text: first instanceof Error ? first.message : String(first) }
}
