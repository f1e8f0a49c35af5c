import { existsSync, statSync } from 'node:fs'
import { isAhead } from '../../shared/dates.ts'
import { BackupKeyError } from '../backup/age-file.server.ts'
import { BackupDamagedError } from '../backup/backup-file.server.ts'
import { type BackupPlace, BackupPlaceError } from '../backup/backup-place.server.ts'
import { type BackupState, findLastBackup } from '../backup/backup-state.server.ts'
import { isBackupCurrent } from '../backup/backup.server.ts'
import { checkStoredBackup, listGood, toBackupTime } from '../backup/stored-backups.server.ts'
import { isEmbedded } from '../store/database.server.ts'
import { env } from '../env.server.ts'
import { failed, type Finding, notChecked, ok, toDuration, toMessage, warning } from './finding.ts'
import { findNewestSnapshot, toSnapshotTime } from '../store/snapshot-files.server.ts'

const SNAPSHOT_LATE_S = 900 // a running server writes a snapshot five minutes after a change
const WHOLE_BYTES = 256 * 1024 * 1024 // a larger backup takes too long to read
const NEXT = 'The server makes another one within minutes, or an hour after a failure.'
const AHEAD = 'has a time in the future'
const SET_CLOCK = 'Set the clock of this server right, and let it run. It makes another one within minutes.'

/**
 * Checks the newest scheduled backup at its place. Without them, checks the age of the newest snapshot of the embedded
 * store, which is on the same disk.
 */
export async function checkBackups(openPlace: () => Promise<BackupPlace>): Promise<Finding> {
  if (env.BACKUP_TO) return checkScheduled(env.BACKUP_TO, openPlace)
  return isEmbedded
    ? checkSnapshot()
    : notChecked(
        'BACKUP_TO is not set, so Broadsheet makes no backups of this Postgres server.',
        'Set BACKUP_TO (docs/operations.md, Back up), or make sure that the server has backups of its own.',
      )
}

async function checkScheduled(to: string, openPlace: () => Promise<BackupPlace>): Promise<Finding> {
  const state = await findLastBackup()
  const { failure } = state
  if (failure)
    return failed(
      `${failure.sentence} That was at ${failure.at.toISOString()}.`,
      'Look for backup.failed in the log, and mend the reason. Then the next one is made within an hour.',
    )
  if (!to.startsWith('s3://') && !existsSync(to))
    return judgeMissing(state, `There is no folder ${to}, so there is no backup.`)
  try {
    return await judgeNewest(await openPlace(), state)
  } catch (error) {
    if (error instanceof BackupPlaceError)
      return failed(toMessage(error), 'Mend this, or set another BACKUP_TO.')
    throw error
  }
}

function judgeMissing({ good }: BackupState, found: string): Finding {
  if (!good) return warning(`${found} None was made yet.`, `Start the server. ${NEXT}`)
  return failed(
    `${found} The last good one was ${good.file} in ${good.place}.`,
    `Bring that file back, or let the server run. ${NEXT}`,
  )
}

/** Judges the newest good backup at the place: whether it is the last one that was made, new enough and whole. */
async function judgeNewest(place: BackupPlace, state: BackupState): Promise<Finding> {
  const { good } = state
  const names = await listGood(place)
  const newest = names.at(-1)
  if (newest === undefined) return judgeMissing(state, `There is no backup in ${env.BACKUP_TO}.`)
  if (good && good.place === env.BACKUP_TO && !names.includes(good.file))
    return judgeMissing(state, `The newest backup is missing in ${env.BACKUP_TO}.`)
  return judgeFile(place, newest, state)
}

async function judgeFile(place: BackupPlace, name: string, { good }: BackupState): Promise<Finding> {
  const at = toBackupTime(name)
  if (isAhead(at)) return failed(`The newest backup in ${env.BACKUP_TO} ${AHEAD}: ${name}.`, SET_CLOCK)
  const ageMs = Date.now() - at.getTime()
  const found = `The newest backup in ${env.BACKUP_TO} is ${toDuration(ageMs / 1000)} old: ${name}`
  if (ageMs > 2 * env.BACKUP_EVERY) return failed(`${found}.`, `Let a server with jobs run. ${NEXT}`)
  const bytes = await place.size(name)
  if (good?.file === name && bytes !== good.bytes)
    return failed(
      `${found}, and it has ${bytes} of ${good.bytes} bytes.`,
      `Check the disk, and delete that file. ${NEXT}`,
    )
  if ((bytes ?? 0) > WHOLE_BYTES) return ok(`${found}. It is too long to be read here.`)
  return (await findDamage(place, name, found)) ?? ok(`${found}. It is whole.`)
}

async function findDamage(place: BackupPlace, name: string, found: string): Promise<Finding | undefined> {
  try {
    await checkStoredBackup(place, name)
    return undefined
  } catch (error) {
    if (error instanceof BackupDamagedError)
      return failed(`${found}, and its bytes were changed.`, `Check the disk, and delete that file. ${NEXT}`)
    if (error instanceof BackupKeyError)
      return failed(`${found}. ${toMessage(error)}`, 'Nobody can restore it without its key: find it now.')
    throw error
  }
}

async function checkSnapshot(): Promise<Finding> {
  const newest = findNewestSnapshot()
  const advice =
    'Run npm run backup -- FILE now, or set BACKUP_TO. A running server writes a snapshot within five minutes.'
  if (!newest) return warning('The store has no snapshot.', advice)
  if (isAhead(toSnapshotTime(newest))) return failed(`The newest snapshot ${AHEAD}: ${newest}.`, SET_CLOCK)
  const ageS = (Date.now() - statSync(newest).mtimeMs) / 1000
  const found = `The newest snapshot is ${toDuration(ageS)} old`
  if (await isBackupCurrent(newest)) return ok(`${found} and holds everything.`)
  if (ageS < SNAPSHOT_LATE_S) return ok(`${found}. The next one follows within minutes.`)
  return warning(
    `${found}, and the store has changed since.`,
    `${advice} If it does not, look for snapshot-store in its log.`,
  )
}
