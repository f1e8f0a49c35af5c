// PGlite blocks the thread it runs on, so it gets one of its own; everyone reaches it through its socket.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string }

const store = await PGlite.create({ dataDir, extensions: { pg_trgm } })
const server = new PGLiteSocketServer({ db: store, path: socketPath, maxConnections: 32 })
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await store.close()
  parentPort?.postMessage('closed')
  parentPort?.close()
})
parentPort?.postMessage('open')
