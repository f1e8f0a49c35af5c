import { backUpStore, findStoreMark } from './backup.server.ts'
import { isEmbedded } from './database.server.ts'
import { remember } from './remember.server.ts'
import { pruneSnapshots, toSnapshotFile } from './snapshot-files.server.ts'

const KEPT = 12

const last = remember('snapshots', (): { mark?: string } => ({}))

/**
 * Keeps a backup of the embedded store in DATA_DIR/snapshots if it changed since the last one of this process: PGlite
 * does not fsync, so a power cut may damage it. A server store has its own ways.
 */
export async function snapshotStore(): Promise<void> {
  if (!isEmbedded) return
  const mark = await findStoreMark()
  if (mark === last.mark) return
  await backUpStore(toSnapshotFile(new Date()))
  last.mark = mark
  pruneSnapshots(KEPT)
}
