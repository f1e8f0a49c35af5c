import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decryptIfNeeded } from './age-file.server.ts'
import type { BackupPlace } from './backup-place.server.ts'
import { checkBackup } from './backup.server.ts'

/** While a backup is written and checked, its name ends like this. */
export const UNCHECKED = '.unchecked'
/** The name of a backup that cannot be restored ends like this. */
export const BAD = '.bad'

// broadsheet-20261126T030000Z-0.1.0.ndjson.gz.age
const NAME =
  /^broadsheet-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[\w.+-]+\.ndjson\.gz(\.age)?(\.unchecked|\.bad)?$/

/** Lists the names of all backups at a place, the oldest first, also of unchecked and bad ones. */
export const listOwn = async (place: BackupPlace) =>
  (await place.list()).filter((name) => NAME.test(name)).toSorted()

/** Lists the names of the good backups at a place, the oldest first. */
export const listGood = async (place: BackupPlace) =>
  (await listOwn(place)).filter((name) => !name.endsWith(BAD) && !name.endsWith(UNCHECKED))

/** Returns the time at which a backup was begun, from its name. */
export const toBackupTime = (name: string) => new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))

/** Reads a whole backup at a place. Throws BackupDamagedError, BackupKeyError and BackupPlaceError. */
export async function checkStoredBackup(place: BackupPlace, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-check-'))
  try {
    const stored = await place.read(name, join(folder, 'stored'))
    await checkBackup(await decryptIfNeeded(stored, join(folder, 'plain')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
