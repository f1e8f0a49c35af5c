import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeDir } from './embedded-store.server.ts'

const SQLITE_BUSY = 5 // the code of a lock that another process has (sqlite.org/rescode.html)

/** The process that has the lock. `since` is an ISO date; it and `pid` are empty while that process is starting. */
export interface Holder {
  pid: number
  command: string
  since: string
}

/** The lock of this process on a data folder. */
export interface Lock {
  release: () => void
}

/**
 * Takes the lock of a data folder, so that only one process writes there; or returns the process that has it. The lock
 * is an open SQLite transaction: the kernel frees it as soon as the process ends, even if it is killed.
 */
export function lockDataDir(dataDir: string, command: string): Lock | { holder: Holder } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  closeToOthers(dataDir)
  const holderFile = join(dataDir, 'holder.json')
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error // as on a full disk
    return { holder: readHolder(holderFile) }
  }
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, command, since: new Date().toISOString() }))
  return {
    release() {
      rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

// The folder may have existed with other permissions. If it has another owner, we may not change them.
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/**
 * Returns the id of the user of the store in a data folder, if it is not `self`: a server of that user could not open the
 * files of `self`. Undefined if there is no such folder.
 */
export function findOtherUser(dataDir: string, self: number): number | undefined {
  const owner = findOwner(dataDir)
  if (owner === undefined || owner === self) return undefined
  const user = findOwner(storeDir(dataDir)) // the server may not own the data folder
  if (user !== undefined) return user === self ? undefined : user
  return self === ROOT ? owner : undefined // any other user who can write here was meant to
}

const ROOT = 0
const findOwner = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

// The holder writes this file right after it has the lock: for that instant the file is missing or an old one.
function readHolder(file: string): Holder {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return { pid: 0, command: 'a process that is just starting', since: '' }
  }
}
