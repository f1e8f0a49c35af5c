// PGlite blocks the thread it runs on, so it gets one of its own. All clients reach it through its socket.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveSocket } from './embedded-store-socket.server.ts'
import { checkExtensions, checkStore, prepareChecks } from './store-check.server.ts'
import { verifyAndRemoveChecksums, writeChecksums } from './store-files.server.ts'

const HEARTBEAT_MS = 200

const { dataDir, socketPath, heartbeats } = workerData as {
  dataDir: string
  socketPath: string
  heartbeats: Int32Array
}

// Old journal files are removed instead of reused, which keeps the database small.
const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off']

// A seal proves every byte. Without a seal, the last process was killed or the power failed: then the rows are checked.
async function openStore(): Promise<PGlite> {
  const isSealed = verifyAndRemoveChecksums(dataDir)
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'))
  // Without this check, PGlite would replace the database with a new one.
  if (isNew && existsSync(join(dataDir, 'postmaster.pid'))) throw new Error('PG_VERSION is missing')
  const extensions = { btree_gin, pg_trgm, ...(!isSealed && checkExtensions) }
  const store = await PGlite.create({ dataDir, startParams, extensions })
  if (isNew) await prepareChecks(store)
  else if (!isSealed) await checkStore(store)
  return store
}

async function serve(store: PGlite): Promise<void> {
  const socket = await serveSocket(store, socketPath)
  parentPort?.on('message', async () => {
    await socket.close()
    await store.close()
    seal()
    parentPort?.postMessage('closed')
    parentPort?.close()
  })
  setInterval(() => Atomics.add(heartbeats, 0, 1), HEARTBEAT_MS).unref()
  parentPort?.postMessage('open')
}

function seal(): void {
  try {
    writeChecksums(dataDir)
  } catch {
    // The disk may be full. Without a seal, the next start checks the whole store.
  }
}

await serve(await openStore())
