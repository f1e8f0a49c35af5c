import { Kysely, PostgresDialect } from 'kysely'
import { DatabaseError, Pool } from 'pg'
import type { Tables } from '../../db/tables.ts'
import { checkBackup, replaceRows } from './backup.server.ts'
import { camelCase } from '../store/database.server.ts'
import { openScratchStore, socketDir } from '../store/embedded-store.server.ts'
import { migrate } from '../store/migrate.server.ts'
import { isConnectionLost } from '../store/store-away.server.ts'

/** The store of the check failed, for example on a full disk. It says nothing about the backup. */
export class ScratchStoreError extends Error {
  constructor(dir: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    super(`The backup was not checked, because the store for it in ${dir} failed: ${reason}.`, { cause })
  }
}

/**
 * Restores a backup into a new embedded store in the folder `dir`, which the caller removes. Throws BackupDamagedError,
 * ScratchStoreError, and an Error for rows that the store refuses, or that are not as many as the backup says.
 */
export async function restoreIntoScratch(file: string, dir: string): Promise<void> {
  await checkBackup(file) // takes a fraction of the restore, and finds any changed byte
  const store = await openScratchStore(dir).catch((error: unknown) => {
    throw new ScratchStoreError(dir, error)
  })
  const pool = new Pool({ host: socketDir(dir), user: 'postgres', database: 'postgres', max: 1 })
  pool.on('error', () => {}) // the query on that connection throws the error
  const scratch = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] })
  try {
    await migrate(scratch)
    await scratch.transaction().execute((trx) => replaceRows(trx, file))
  } catch (error) {
    throw isConnectionLost(error) || isWithoutResources(error) ? new ScratchStoreError(dir, error) : error
  } finally {
    await scratch.destroy().catch(() => {}) // the store may have failed
    await store.close()
  }
}

// SQLSTATE 53: no room on the disk, or no memory.
const isWithoutResources = (error: unknown) =>
  error instanceof DatabaseError && Boolean(error.code?.startsWith('53'))
