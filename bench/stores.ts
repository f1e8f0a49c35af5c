import { Client } from 'pg'
import { socketDir } from '../app/platform/store/embedded-store.server.ts'
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
