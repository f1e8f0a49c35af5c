// PGlite blocks the thread it runs on, so it gets one of its own; everyone reaches it through its socket.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveSocket } from './embedded-store-socket.server.ts'
import { checkExtensions, checkStore, prepareChecks } from './store-check.server.ts'
import { breakSeal, sealStore } from './store-files.server.ts'

const PULSE_MS = 200

const { dataDir, socketPath, pulse } = workerData as {
  dataDir: string
  socketPath: string
  pulse: Int32Array
}

// What is not needed any more is removed instead of kept for later: it would only make the store large.
const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off']

// A seal proves every byte. Without one the last process was killed, or the power failed: rows have to prove it.
async function openStore(): Promise<PGlite> {
  const isSealed = breakSeal(dataDir)
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'))
  // PGlite would make a new store in the place of this one.
  if (isNew && existsSync(join(dataDir, 'postmaster.pid'))) throw new Error('PG_VERSION is missing')
  const extensions = isSealed ? { pg_trgm } : { pg_trgm, ...checkExtensions }
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
  setInterval(() => Atomics.add(pulse, 0, 1), PULSE_MS).unref()
  parentPort?.postMessage('open')
}

function seal(): void {
  try {
    sealStore(dataDir)
  } catch {
    // Where there is no room for a seal, the next start reads the store through instead.
  }
}

await serve(await openStore())
