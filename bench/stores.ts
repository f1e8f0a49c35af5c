import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { openEmbeddedStore, socketDir } from '../app/platform/store/embedded-store.server.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import type { TestServer } from '../tests/support/server.ts'

/** The `APP_SECRET` of servers on a Postgres server of their own. */
export const SECRET = 'a secret for benchmarks, of no value'

/** Runs a benchmark on the embedded store and on its own Postgres server. Passes the settings that choose the store. */
export async function onBothStores(
  bench: (store: string, settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  await bench('embedded store', {})
  const postgres = await startPostgres()
  await bench('server Postgres', { DATABASE_URL: postgres.url, APP_SECRET: SECRET })
  await postgres.stop()
}

/** Opens a connection directly to the database of a server. */
export async function connectTo(server: TestServer): Promise<Client> {
  const url = server.env.DATABASE_URL
  const client = new Client(
    url
      ? { connectionString: url }
      : { host: socketDir(server.dataDir), user: 'postgres', database: 'postgres' },
  )
  await client.connect()
  return client
}

const FILL_MS = 30 * 60_000

/** Returns the SQL that makes a number of articles from those that the store has. */
export const multiplyArticles = (articles: number): string =>
  readFileSync('bench/multiply.sql', 'utf8').replaceAll(':articles', String(articles))

/**
 * Runs SQL on the store of a server that was stopped. It may take minutes: a running server would take its embedded store for
 * hung, and open it again.
 */
export async function fillStore(server: TestServer, ...statements: string[]): Promise<void> {
  const isEmbedded = server.env.DATABASE_URL === undefined
  const store = isEmbedded ? await openEmbeddedStore(server.dataDir, { hungMs: FILL_MS }) : undefined
  const client = await connectTo(server)
  for (const statement of [...statements, 'vacuum analyze']) await client.query(statement)
  await client.end()
  await store?.close()
}
