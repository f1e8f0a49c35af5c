import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '../disk-space.server.ts'
import { env } from '../env.server.ts'
import { syncFolder } from '../store/store-files.server.ts'

/** Where scheduled backups are kept. All methods throw BackupPlaceError, and an Error for what has no sentence. */
export interface BackupPlace {
  /** Stores a local file under a name. An aborted call leaves nothing under a name other than this one. */
  put: (name: string, file: string) => Promise<void>
  /** Returns the path of a local file with the stored bytes: `into`, unless the place has local files itself. */
  read: (name: string, into: string) => Promise<string>
  /** Lists the names of all files there, of other programs too. */
  list: () => Promise<string[]>
  /** Returns the bytes of a file; undefined if it is not there. */
  size: (name: string) => Promise<number | undefined>
  rename: (from: string, to: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

/** A place for backups refuses something. The message is one sentence or two: the reason, and what to do. */
export class BackupPlaceError extends Error {}

const TO_DISK = { mode: 0o600, flush: true } // waits until the bytes are on the disk

/** Opens the folder of BACKUP_TO. It is made if it is missing. */
export async function openBackupFolder(folder = env.BACKUP_TO ?? ''): Promise<BackupPlace> {
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw toPlaceError(folder, error)
    }
  }
  await within(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  return {
    put: (name, file) =>
      within(() => pipeline(createReadStream(file), createWriteStream(join(folder, name), TO_DISK))),
    read: (name) => Promise.resolve(join(folder, name)),
    list: () => within(() => readdir(folder)),
    size: (name) => within(() => stat(join(folder, name)).then(({ size }) => size, throwUnlessMissing)),
    rename: (from, to) =>
      within(async () => {
        await rename(join(folder, from), join(folder, to))
        syncFolder(folder)
      }),
    remove: (name) => within(() => rm(join(folder, name), { force: true })),
  }
}

function throwUnlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

const REFUSALS: Record<string, string> = {
  EACCES: 'may not be written by this account. Change the rights of the folder.',
  EPERM: 'may not be written by this account. Change the rights of the folder.',
  EROFS:
    'is read-only for this process. Mount the disk for writing, or name the folder in ReadWritePaths of the service.',
  EEXIST: 'is not a folder. Set another BACKUP_TO.',
  ENOTDIR: 'is not in a folder. Set another BACKUP_TO.',
}

function toPlaceError(folder: string, error: unknown): unknown {
  if (isDiskFull(error))
    return new BackupPlaceError(
      `There is no room left in ${folder}. Make room, or set a lower BACKUP_KEEP.`,
      {
        cause: error,
      },
    )
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REFUSALS[code] ? new BackupPlaceError(`${folder} ${REFUSALS[code]}`, { cause: error }) : error
}
