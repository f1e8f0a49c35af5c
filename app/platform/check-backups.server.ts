import { statSync } from 'node:fs'
import { isBackupCurrent } from './backup.server.ts'
import { isEmbedded } from './database.server.ts'
import { type Finding, notChecked, ok, toDuration, warning } from './finding.ts'
import { findNewestSnapshot } from './snapshot-files.server.ts'

const LATE_S = 900 // a running server writes a snapshot five minutes after a change

/** Checks the age of the newest snapshot of the embedded store. Backups of a Postgres server are not known here. */
export async function checkBackups(): Promise<Finding> {
  if (!isEmbedded)
    return notChecked(
      'Broadsheet does not back up a Postgres server by a clock yet.',
      'Run npm run backup -- FILE every night (README, Back up), and keep the files on another machine.',
    )
  const newest = findNewestSnapshot()
  const advice = 'Run npm run backup -- FILE now. A running server writes a snapshot within five minutes.'
  if (!newest) return warning('The store has no snapshot.', advice)
  const ageS = (Date.now() - statSync(newest).mtimeMs) / 1000
  const found = `The newest snapshot is ${toDuration(ageS)} old`
  if (await isBackupCurrent(newest)) return ok(`${found} and holds everything.`)
  if (ageS < LATE_S) return ok(`${found}. The next one follows within minutes.`)
  return warning(
    `${found}, and the store has changed since.`,
    `${advice} If it does not, look for snapshot-store in its log.`,
  )
}
