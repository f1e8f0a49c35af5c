import { startPostgres } from '../tests/support/postgres.ts'

export const SECRET = 'a secret for benchmarks, of no value'

/** Does the same on the embedded store and on a Postgres server of its own, with the settings that choose the store. */
export async function onBothStores(
  bench: (store: string, settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  await bench('embedded store', {})
  const postgres = await startPostgres()
  await bench('server Postgres', { DATABASE_URL: postgres.url, APP_SECRET: SECRET })
  await postgres.stop()
}
