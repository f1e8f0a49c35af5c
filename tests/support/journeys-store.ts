import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRoom, startPostgres } from './postgres.ts'
import { isDeep } from './tier.ts'

/** Where the journeys keep what they write: on a server Postgres every day, in embedded stores before a release. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')
  if (isDeep) return undefined
  const postgres = await startPostgres(findRoom())
  process.env.DATABASE_URL = postgres.url
  return () => postgres.stop()
}
