import { isAhead } from '../../shared/dates.ts'
import { backUpStore, isBackupCurrent } from './backup.server.ts'
import { requireRoom } from '../disk-space.server.ts'
import { log } from '../log.server.ts'
import { isEmbedded } from '../store/database.server.ts'
import {
  findNewestSnapshot,
  pruneSnapshots,
  readSnapshotSize,
  toSnapshotFile,
  toSnapshotTime,
} from '../store/snapshot-files.server.ts'
import { checkpointStore } from '../store/store.server.ts'

const KEPT = { kept: 12, days: 7 }

/**
 * Writes a backup of the embedded store to DATA_DIR/snapshots if it was written since the newest one, or if all of
 * them have a time in the future. PGlite does not fsync, so a power cut may damage the store. The operator of a Postgres
 * server makes backups there. Throws NoRoomError before it writes anything.
 */
export async function snapshotStore(): Promise<void> {
  if (!isEmbedded) return
  await checkpointStore()
  const newest = findNewestSnapshot()
  const isOfFuture = newest !== undefined && isAhead(toSnapshotTime(newest))
  if (isOfFuture) log.warn({ newest }, 'snapshot.ahead')
  if (newest && !isOfFuture && (await isBackupCurrent(newest))) return
  pruneSnapshots(KEPT) // frees room that a failed attempt has left taken
  await requireRoom(readSnapshotSize())
  await backUpStore(toSnapshotFile(new Date()))
  pruneSnapshots(KEPT)
}
