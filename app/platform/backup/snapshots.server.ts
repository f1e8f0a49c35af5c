import { backUpStore, isBackupCurrent } from './backup.server.ts'
import { isEmbedded } from '../store/database.server.ts'
import { findNewestSnapshot, pruneSnapshots, toSnapshotFile } from '../store/snapshot-files.server.ts'
import { checkpointStore } from '../store/store.server.ts'

const KEPT = { kept: 12, days: 7 }

/**
 * Writes a backup of the embedded store to DATA_DIR/snapshots if it was written since the newest one. PGlite does not
 * fsync, so a power cut may damage the store. The operator of a Postgres server makes backups there.
 */
export async function snapshotStore(): Promise<void> {
  if (!isEmbedded) return
  await checkpointStore()
  const newest = findNewestSnapshot()
  if (newest && (await isBackupCurrent(newest))) return
  await backUpStore(toSnapshotFile(new Date()))
  pruneSnapshots(KEPT)
}
