import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRoom, startPostgres } from './postgres.ts'
import { isDeep } from './tier.ts'

/** Starts the Postgres server for the journeys: every day. Before a release, the journeys use embedded stores. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')
  if (isDeep) return undefined
  const postgres = await startPostgres(findRoom())
  process.env.DATABASE_URL = postgres.url
  return () => postgres.stop()
}
