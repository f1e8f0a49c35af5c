// PGlite blocks the thread it runs on, so it gets one of its own; everyone reaches it through its socket.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string }

async function openStore(): Promise<PGlite> {
  const store = await PGlite.create({ dataDir, extensions: { pg_trgm } })
  await readThrough(store)
  return store
}

/**
 * Reads every table once, long texts and the system's own included; ours by its rows and by its index. Pages have
 * checksums, so most damage makes a reading fail; rows whose page is gone altogether are missed by the index. Takes
 * half a second for some thousand articles.
 */
async function readThrough(store: PGlite): Promise<void> {
  const { rows } = await store.query<{ name: string; isOurs: boolean }>(`
    select oid::regclass::text as name, relnamespace = 'public'::regnamespace as "isOurs"
    from pg_class where relkind in ('r', 't') and relpersistence <> 't'`)
  for (const { name, isOurs } of rows) {
    const byRows = await countRows(store, name, 'off')
    if (isOurs && byRows !== (await countRows(store, name, 'on')))
      throw new Error(`the rows of ${name} and its index do not agree`)
  }
}

async function countRows(store: PGlite, table: string, byIndex: 'on' | 'off'): Promise<number> {
  await store.exec(`set enable_indexonlyscan = ${byIndex}; set enable_indexscan = ${byIndex};
    set enable_seqscan = ${byIndex === 'on' ? 'off' : 'on'}; set enable_bitmapscan = off`)
  const { rows } = await store.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  await store.exec('reset all')
  return rows[0]?.count ?? 0
}

async function serve(store: PGlite): Promise<void> {
  const server = new PGLiteSocketServer({ db: store, path: socketPath, maxConnections: 32 })
  await server.start()
  parentPort?.on('message', async () => {
    await server.stop()
    await store.close()
    parentPort?.postMessage('closed')
    parentPort?.close()
  })
  parentPort?.postMessage('open')
}

const store = await openStore().catch((error: unknown) => {
  parentPort?.postMessage({ unreadable: error instanceof Error ? error.message : String(error) })
})
if (store) await serve(store)
