// PGlite blocks the thread it runs on, so it gets one of its own; everyone reaches it through its socket.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveSocket } from './embedded-store-socket.server.ts'

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string }

const store = await PGlite.create({ dataDir, extensions: { pg_trgm } })
const socket = await serveSocket(store, socketPath)

parentPort?.on('message', async () => {
  await socket.close()
  await store.close()
  parentPort?.postMessage('closed')
  parentPort?.close()
})
parentPort?.postMessage('open')
