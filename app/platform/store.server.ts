import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Holder, lockDataDir } from './data-dir-lock.server.ts'
import { isEmbedded, pool } from './database.server.ts'
import { openEmbeddedStore, storeDir, StoreUnreadableError } from './embedded-store.server.ts'
import { env } from './env.server.ts'
import { migrate } from './migrate.server.ts'
import { findNewestSnapshot, toFileTime } from './snapshot-files.server.ts'

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
  constructor(cause: StoreUnreadableError) {
    const snapshot = findNewestSnapshot()
    const way = `npm run restore -- ${snapshot ?? 'FILE'} --force`
    super(
      snapshot
        ? `The store in ${env.DATA_DIR} is damaged (${cause.message}); its newest snapshot is brought back by: ${way}`
        : `The store in ${env.DATA_DIR} is damaged (${cause.message}) and has no snapshot; a backup is brought back by: ${way}`,
      { cause },
    )
  }
}

/**
 * Opens the store for the process that serves: alone on its data folder, migrated.
 * Throws StoreHeldError and StoreDamagedError.
 */
export async function openStore(command: string): Promise<Store> {
  if (!isEmbedded) return openServerStore()
  const lock = lockDataDir(env.DATA_DIR, command)
  if ('holder' in lock) throw new StoreHeldError(lock.holder)
  const embedded = await openEmbeddedStore(env.DATA_DIR).catch((error: unknown) => {
    lock.release()
    throw error instanceof StoreUnreadableError ? new StoreDamagedError(error) : error
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

/** Makes room for a new embedded store beside a damaged one, which is kept. Returns where. Throws StoreHeldError. */
export function setStoreAside(command: string): string {
  const lock = lockDataDir(env.DATA_DIR, command)
  if ('holder' in lock) throw new StoreHeldError(lock.holder)
  const aside = join(env.DATA_DIR, `store-damaged-${toFileTime(new Date())}`)
  renameSync(storeDir(env.DATA_DIR), aside)
  lock.release()
  return aside
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

const PATIENCE_MS = 60_000 // a database, or a server that holds the folder, may still be starting

async function answers(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error('The database does not answer.', { cause: error })
      await sleep(500)
    }
  }
}
