// Opens the store that the tests run on: embedded, or a Postgres server of its own with TEST_STORE=server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, findRoom, startPostgres } from './postgres.ts'

export async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-test-'))
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests only, of no value whatsoever',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${await findFreePort()}/sms`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // Of the command-line tools, which are started a few hundred times.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  })
  const postgres = process.env.TEST_STORE === 'server' ? await startPostgres(findRoom()) : undefined
  if (postgres) process.env.DATABASE_URL = postgres.url
  // Only now: settings are read when the first module of the product is loaded.
  const { openStore } = await import('../../app/platform/store.server.ts')
  const store = await openStore('the tests')
  return async () => {
    await store.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
