import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { BackupDamagedError } from './backup-file.server.ts'
import { env } from '../env.server.ts'
import { projectRoot } from '../paths.server.ts'

const MAGIC = 'age-encryption.org/' // the first bytes of each file (age-encryption.org/v1)
const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1\S+$/m

type Key = { passphrase: string } | { identity: string }

/** One file to encrypt or decrypt. */
export interface AgeTask {
  mode: 'encrypt' | 'decrypt'
  from: string
  to: string
  key: Key
}

/** The key of the backups is missing, unreadable or wrong. */
export class BackupKeyError extends Error {}

/** True if backups are encrypted. */
export const isEncrypting = () => Boolean(env.BACKUP_KEY_FILE ?? env.BACKUP_PASSPHRASE)

/** Encrypts a file for the key of the settings, as `age` does. Throws BackupKeyError. */
export async function encryptFile(from: string, to: string): Promise<void> {
  await runInThread({ mode: 'encrypt', from, to, key: await readKey() })
}

/**
 * Returns the path of a backup that can be read: the file itself, or, if it is encrypted, `to`, into which it is
 * decrypted. Throws BackupKeyError, and BackupDamagedError for a file that was changed.
 */
export async function decryptIfNeeded(from: string, to: string): Promise<string> {
  if (!(await isEncrypted(from))) return from
  const key = await readKey()
  try {
    await runInThread({ mode: 'decrypt', from, to, key })
  } catch (error) {
    if (isSystemError(error)) throw error
    if (/no identity matched|incorrect passphrase/.test(toText(error)))
      throw new BackupKeyError(`${toSettingName()} does not open ${from}. Set the key that it was made with.`)
    throw new BackupDamagedError(`${from} is no whole backup: it cannot be decrypted. Nothing was changed.`, {
      cause: error,
    })
  }
  return to
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length))
  await handle.close()
  return buffer.toString('latin1', 0, bytesRead) === MAGIC
}

async function readKey(): Promise<Key> {
  if (env.BACKUP_PASSPHRASE) return { passphrase: env.BACKUP_PASSPHRASE }
  const file = env.BACKUP_KEY_FILE
  if (!file)
    throw new BackupKeyError(
      'The backup is encrypted. Set the BACKUP_KEY_FILE or BACKUP_PASSPHRASE of its time.',
    )
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupKeyError(`BACKUP_KEY_FILE cannot be read: ${toText(error)}.`, { cause: error })
  })
  const identity = IDENTITY.exec(text)?.[0]
  if (!identity) throw new BackupKeyError(`${file} has no line AGE-SECRET-KEY-1…: make one with age-keygen.`)
  return { identity }
}

const toSettingName = () => (env.BACKUP_PASSPHRASE ? 'BACKUP_PASSPHRASE' : 'BACKUP_KEY_FILE')
const toText = (error: unknown) => (error instanceof Error ? error.message : String(error))
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

async function runInThread(task: AgeTask): Promise<void> {
  const worker = new Worker(join(projectRoot, 'app/platform/backup/age-file.worker.server.ts'), {
    workerData: task,
  })
  await once(worker, 'exit') // rejects with the error of the thread
}
