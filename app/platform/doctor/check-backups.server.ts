import { statSync } from 'node:fs'
import { type BackupState, findLastBackup } from '../backup/backup-state.server.ts'
import { isBackupCurrent } from '../backup/backup.server.ts'
import { isEmbedded } from '../store/database.server.ts'
import { env } from '../env.server.ts'
import { failed, type Finding, notChecked, ok, toDuration, warning } from './finding.ts'
import { findNewestSnapshot } from '../store/snapshot-files.server.ts'

const SNAPSHOT_LATE_S = 900 // a running server writes a snapshot five minutes after a change

/**
 * Checks the scheduled backups. Without them, checks the age of the newest snapshot of the embedded store, which is on
 * the same disk.
 */
export async function checkBackups(): Promise<Finding> {
  if (env.BACKUP_TO) return judgeScheduled(await findLastBackup())
  return isEmbedded
    ? checkSnapshot()
    : notChecked(
        'BACKUP_TO is not set, so Broadsheet makes no backups of this Postgres server.',
        'Set BACKUP_TO (docs/operations.md, Back up), or make sure that the server has backups of its own.',
      )
}

function judgeScheduled({ good, failure }: BackupState): Finding {
  const advice =
    'Look for backup.failed in the log, and mend the reason. Then the next one is made within an hour.'
  if (failure) return failed(`${failure.sentence} That was at ${failure.at.toISOString()}.`, advice)
  if (!good) return warning('No backup was made yet.', 'Start the server. It makes one within minutes.')
  const ageMs = Date.now() - good.at.getTime()
  const found = `The last good backup is ${toDuration(ageMs / 1000)} old: ${good.file} in ${good.place}.`
  return ageMs > 2 * env.BACKUP_EVERY ? failed(found, advice) : ok(found)
}

async function checkSnapshot(): Promise<Finding> {
  const newest = findNewestSnapshot()
  const advice =
    'Run npm run backup -- FILE now, or set BACKUP_TO. A running server writes a snapshot within five minutes.'
  if (!newest) return warning('The store has no snapshot.', advice)
  const ageS = (Date.now() - statSync(newest).mtimeMs) / 1000
  const found = `The newest snapshot is ${toDuration(ageS)} old`
  if (await isBackupCurrent(newest)) return ok(`${found} and holds everything.`)
  if (ageS < SNAPSHOT_LATE_S) return ok(`${found}. The next one follows within minutes.`)
  return warning(
    `${found}, and the store has changed since.`,
    `${advice} If it does not, look for snapshot-store in its log.`,
  )
}
