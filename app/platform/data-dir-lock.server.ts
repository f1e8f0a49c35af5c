import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Holder {
  pid: number
  command: string
  since: string
}

export interface Lock {
  release: () => void
}

/**
 * Takes the one writer's lock of a data folder, or names who holds it.
 * The lock is an open SQLite transaction: the kernel frees it the moment the process is gone, however it went.
 */
export function lockDataDir(dataDir: string, command: string): Lock | { holder: Holder } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  closeToOthers(dataDir)
  const holderFile = join(dataDir, 'holder.json')
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
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

// It may have been there before, open to everybody; one that is lent to us is its owner's to close.
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

// The holder writes its name right after it has the lock: for that instant the file may be missing or an old one.
function readHolder(file: string): Holder {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return { pid: 0, command: 'a process that is just starting', since: '' }
  }
}
