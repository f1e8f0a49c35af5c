import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listOwnKeyIds } from '../seal.server.ts'
import { decryptIfNeeded } from './age-file.server.ts'
import type { BackupPlace } from './backup-place.server.ts'
import { checkBackup } from './backup.server.ts'
import { sortByTime } from '../store/snapshot-files.server.ts'
import { restoreIntoScratch } from './scratch-restore.server.ts'

/** While a backup is written and checked, its name ends like this. */
export const UNCHECKED = '.unchecked'
/** The name of a backup that cannot be restored ends like this. */
export const BAD = '.bad'

// broadsheet-20261126T030000Z-0.1.0-key-1a2b3c4d.ndjson.gz.age. Older ones do not name their key.
const NAME =
  /^broadsheet-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[\w.+-]+?(?:-key-(?<keyId>[\da-f]{8}))?\.ndjson\.gz(\.age)?(\.unchecked|\.bad)?$/

/** A backup at the place, as its name tells it. */
export interface StoredBackup {
  name: string
  at: Date
  bytes: number
  /** `good` was restored for a check when it was made. */
  state: 'good' | 'bad' | 'unchecked'
  /** The id of the key that sealed the store; undefined in older backups. */
  keyId: string | undefined
  /** True if the secret at hand has that key; undefined where it is not known. */
  fits: boolean | undefined
}

/**
 * Lists the names of our backups at a place, oldest first. Those with a time in the future come before all others. Files of
 * other programs are left out.
 */
export const listBackupNames = async (place: BackupPlace): Promise<string[]> =>
  sortByTime(
    (await place.list()).filter((name) => NAME.test(name)),
    toBackupTime,
  )

/** Lists the names of the good backups at a place, oldest first. */
export const listGood = async (place: BackupPlace): Promise<string[]> =>
  (await listBackupNames(place)).filter((name) => !name.endsWith(BAD) && !name.endsWith(UNCHECKED))

/** Returns the time at which a backup was begun, from its name. */
export const toBackupTime = (name: string) => new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))

/** Lists the backups at a place, oldest first. Throws BackupPlaceError. */
export async function listStoredBackups(place: BackupPlace): Promise<StoredBackup[]> {
  const names = await listBackupNames(place)
  const sizes = await Promise.all(names.map((name) => place.size(name)))
  return names.flatMap((name, at) => {
    const bytes = sizes[at]
    return bytes === undefined ? [] : [toStored(name, bytes)] // removed meanwhile
  })
}

function toStored(name: string, bytes: number): StoredBackup {
  const keyId = NAME.exec(name)?.groups?.keyId
  const state = name.endsWith(BAD) ? 'bad' : 'good'
  return {
    name,
    at: toBackupTime(name),
    bytes,
    state: name.endsWith(UNCHECKED) ? 'unchecked' : state,
    keyId,
    fits: keyId === undefined ? undefined : listOwnKeyIds().includes(keyId),
  }
}

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

/**
 * Reads a backup from its place and restores it into a new embedded store, in the empty folder `work`. Returns its rows,
 * and whether the secret at hand opens everything in it. Throws the errors of a restore.
 */
export async function verifyStoredBackup(
  place: BackupPlace,
  { name, work }: { name: string; work: string },
): Promise<{ rows: number; keyId: string | undefined; fits: boolean }> {
  const stored = await place.read(name, join(work, 'stored'))
  const plain = await decryptIfNeeded(stored, join(work, 'plain'))
  await restoreIntoScratch(plain, join(work, 'scratch'))
  const { rows, keyId, closed } = await checkBackup(plain)
  return { rows, keyId, fits: closed.length === 0 }
}
