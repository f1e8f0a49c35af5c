import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { isAhead } from '../../shared/dates.ts'
import { encryptFile, BackupKeyError, isEncrypting } from './age-file.server.ts'
import { BackupDamagedError, readBackupHeader } from './backup-file.server.ts'
import { type BackupPlace, BackupPlaceError } from './backup-place.server.ts'
import {
  findLastBackup,
  forgetGoodBackup,
  recordBackupFailure,
  recordGoodBackup,
} from './backup-state.server.ts'
import { backUpStore } from './backup.server.ts'
import { isDiskFull, NoRoomError, requireRoom } from '../disk-space.server.ts'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'
import { metrics } from '../metrics.server.ts'
import { ScratchStoreError } from './scratch-restore.server.ts'
import { BAD, listBackupNames, listGood, UNCHECKED, verifyStoredBackup } from './stored-backups.server.ts'
import { readSnapshotSize, toFileTime } from '../store/snapshot-files.server.ts'

const RETRY_MS = 3_600_000
const TICK_MS = 300_000 // the schedule of the job
// A backup, its encrypted copy, and the store that it is restored into: a store with 300 MB of pictures took 890 MB.
const COPIES = 3

/**
 * Makes a backup in the place of BACKUP_TO if the last good one there is BACKUP_EVERY old, has a time in the future or is no
 * longer there, and an hour after a failure. A failure is stored, logged and counted, not thrown. Only one process at a time
 * may call it.
 */
export async function backUpOnSchedule(openPlace: () => Promise<BackupPlace>): Promise<void> {
  if (!env.BACKUP_TO) return
  const startedAt = new Date()
  const last = await findLastBackup()
  const [good, failure] = [leaveOutAhead(last.good), leaveOutAhead(last.failure)]
  if (toAge(startedAt, failure?.at) < RETRY_MS) return
  const work = join(env.DATA_DIR, 'backup-work')
  const renew = () => rm(work, { recursive: true, force: true })
  try {
    const place = await openPlace()
    const isFresh = good?.place === env.BACKUP_TO && toAge(startedAt, good.at) < env.BACKUP_EVERY
    if (isFresh && (await isStored(place, good))) return
    await renew() // a process that was killed leaves it behind
    await mkdir(work, { recursive: true, mode: 0o700 })
    await requireRoom(COPIES * (await findSize(place)))
    const made = await makeBackup(place, { work, at: startedAt })
    const seconds = (Date.now() - startedAt.getTime()) / 1000
    await recordGoodBackup({ at: startedAt, place: env.BACKUP_TO, ...made, seconds })
    log.info({ to: env.BACKUP_TO, ...made, seconds }, 'backup.good')
    await prune(place, made.file)
  } catch (error) {
    metrics.backupFailures.inc()
    log.error({ err: error, to: env.BACKUP_TO }, 'backup.failed')
    await recordBackupFailure(toSentence(error))
  } finally {
    await renew()
  }
}

/** Returns undefined for a stored time in the future: it says nothing about the age. */
function leaveOutAhead<Stored extends { at: Date }>(stored: Stored | undefined): Stored | undefined {
  if (!stored || !isAhead(stored.at)) return stored
  log.warn({ to: env.BACKUP_TO, at: stored.at }, 'backup.ahead')
  return undefined
}

const toAge = (now: Date, date?: Date) => now.getTime() - (date?.getTime() ?? 0) + TICK_MS / 2 // to the nearest tick

/** Returns true if the place has the file of a good backup, as long as it was. Otherwise that counts as a failure. */
async function isStored(
  place: BackupPlace,
  { file, bytes }: { file: string; bytes: number },
): Promise<boolean> {
  const found = await place.size(file)
  if (found === bytes) return true
  metrics.backupFailures.inc()
  log.error({ to: env.BACKUP_TO, file, bytes, found }, 'backup.lost')
  await forgetGoodBackup()
  return false
}

/** Returns the bytes that the next backup may have, by the newest one at the place or by the newest snapshot. */
async function findSize(place: BackupPlace): Promise<number> {
  const newest = (await listGood(place)).at(-1)
  const stored = newest === undefined ? undefined : await place.size(newest)
  return stored ?? readSnapshotSize()
}

interface Work {
  /** An empty folder for what is written on the way. */
  work: string
  at: Date
}

/** Stores a backup and checks what was stored. Only then it gets its name. */
async function makeBackup(place: BackupPlace, { work, at }: Work) {
  await removeLeftovers(place)
  const local = join(work, 'backup.ndjson.gz')
  const rows = await backUpStore(local)
  const keyId = (await readBackupHeader(local))?.keyId
  const version = keyId ? `${packageFile.version}-key-${keyId}` : packageFile.version
  const ending = isEncrypting() ? '.age' : ''
  const file = local + ending
  if (ending) await encryptFile(local, file)
  const { size: bytes } = await stat(file)
  const name = `broadsheet-${toFileTime(at)}-${version}.ndjson.gz${ending}`
  try {
    await place.put(name + UNCHECKED, file)
    await Promise.all([rm(local, { force: true }), rm(file, { force: true })]) // the check needs the room
    await checkStored(place, { name, work })
  } catch (error) {
    await place.remove(name + UNCHECKED).catch(() => {}) // the first error says more
    throw error
  }
  await place.rename(name + UNCHECKED, name)
  return { file: name, bytes, rows }
}

async function checkStored(
  place: BackupPlace,
  { name, work }: { name: string; work: string },
): Promise<void> {
  try {
    await verifyStoredBackup(place, { name: name + UNCHECKED, work })
  } catch (error) {
    if (saysNothing(error)) throw error
    await place.rename(name + UNCHECKED, name + BAD)
    throw new UnrestorableError(name + BAD, error)
  }
}

/** Returns true for the error of a check that says nothing about the backup. */
const saysNothing = (error: unknown) => isDiskFull(error) || OUTSIDE.some((kind) => error instanceof kind)
const OUTSIDE = [BackupPlaceError, BackupKeyError, ScratchStoreError]

/** A stored backup cannot be restored. */
class UnrestorableError extends Error {
  constructor(name: string, cause: unknown) {
    const reason =
      cause instanceof BackupDamagedError ? 'its bytes were changed' : toText(cause).replace(/\.$/, '')
    super(
      `${name} cannot be restored (${reason}). Check the disk or the store of BACKUP_TO; the next attempt is in an hour.`,
      { cause },
    )
  }
}

/** Removes backups that a killed process has not finished, and all bad ones but the newest. */
async function removeLeftovers(place: BackupPlace): Promise<void> {
  const names = await listBackupNames(place)
  const bad = names.filter((name) => name.endsWith(BAD))
  const unchecked = names.filter((name) => name.endsWith(UNCHECKED))
  for (const name of [...unchecked, ...bad.slice(0, -1)]) await place.remove(name)
}

/** Keeps the newest BACKUP_KEEP good backups, and always the one just made. */
async function prune(place: BackupPlace, made: string): Promise<void> {
  const good = await listGood(place)
  const older = good.filter((name) => name !== made)
  for (const name of older.slice(0, Math.max(0, good.length - env.BACKUP_KEEP))) await place.remove(name)
}

const SENTENCES = [...OUTSIDE, NoRoomError, UnrestorableError]

function toSentence(error: unknown): string {
  if (SENTENCES.some((kind) => error instanceof kind)) return toText(error)
  if (isDiskFull(error))
    return `There is no room left in ${env.DATA_DIR}, where backups are prepared. Make room.`
  return `The backup failed: ${toText(error).replace(/\.$/, '')}. The log has a line backup.failed with the details.`
}

const toText = (error: unknown) => (error instanceof Error ? error.message : String(error))
