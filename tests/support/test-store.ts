// Opens the database of a worker, a copy of the template. Its test files use it one after the other.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, inject } from 'vitest'
import { limitFile } from './file-limit.ts'
import { pauseSharedServers } from './shared-server.ts'
import { copyStore } from './store-copies.ts'
import { listServerTests } from './stores.ts'

const OPENED = Symbol.for('the store of this worker')
const SERVER_TESTS = Symbol.for('the tests that use only a server')
const worker = globalThis as { [OPENED]?: Promise<unknown>; [SERVER_TESTS]?: Set<string> }

limitFile(testFile())
worker[OPENED] ??= openOwnStore()
await worker[OPENED]
await pauseSharedServers()
await limitConnections()

// A test that runs on a server, but could run on the embedded store, has one connection as there: it fails too if a query
// in a transaction waits for another connection.
async function limitConnections(): Promise<void> {
  if (process.env.TEST_STORE !== 'server') return
  const { pool } = await import('../../app/platform/store/database.server.ts')
  const file = testFile()
  const needsServer = /\bisEmbedded\b/.test(readFileSync(file, 'utf8'))
  worker[SERVER_TESTS] ??= new Set(listServerTests()) // reads every test file
  pool.options.max = worker[SERVER_TESTS].has(file) && !needsServer ? 1 : 10
}

function testFile(): string {
  return relative('.', expect.getState().testPath ?? '')
}

async function openOwnStore(): Promise<unknown> {
  Object.assign(process.env, inject('settings'))
  if ((process.env.TEST_STORE === 'server') !== (process.env.DATABASE_URL !== undefined))
    throw new Error(`These are the tests of the other store than ${process.env.TEST_STORE}.`)
  const dataDir = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'worker-'))
  Object.assign(process.env, { DATA_DIR: dataDir, ...(await copyStore(dataDir)) })
  // Imported late: the settings are read when the first module of the product is loaded.
  const { openStore } = await import('../../app/platform/store/store.server.ts')
  return openStore('the tests')
}
