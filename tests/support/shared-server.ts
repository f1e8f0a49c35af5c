// One server for many test files. Each file starts with an empty database.
import { v7 as uuidv7 } from 'uuid'
import { addSite, queryStore, startLastingServer, type TestServer } from './server.ts'

/**
 * Removes the data of other test files from the database and from the server's cache. Leaves out their lines from its
 * output. It adds a new site and waits until the server serves it. By then the server has removed all pages.
 */
export async function emptyServer(server: TestServer): Promise<TestServer> {
  for (const statement of EMPTY) await queryStore(server, statement)
  await addSite(server, `new-${uuidv7()}`, '*')
  await queryStore(server, EMPTY_SITES)
  const printed = server.output().length
  return { ...server, output: () => server.output().slice(printed) }
}

const EMPTY_SITES = `delete from target_sites where kind <> 'main'`
const EMPTY = [
  `delete from pgboss.job where state < 'active'`,
  'delete from blog_posts',
  'delete from uploads',
  'delete from users',
  'delete from page_changes',
  'delete from notice_receipts',
  'delete from notice_turns',
  'delete from rate_limits',
  'delete from host_breakers',
  'delete from backup_state',
  'delete from site_faces',
  `update target_sites set name = 'Broadsheet' where kind = 'main' and name <> 'Broadsheet'`,
  EMPTY_SITES,
]

/** The server with rate limits, and the one without. */
const shared = new Map<boolean, Promise<TestServer>>()

/**
 * Returns a server with an empty store, for test files that need no settings but limits. A worker starts it once, and
 * it ends with the worker.
 */
export async function shareServer({ isLimited = false } = {}): Promise<TestServer> {
  const started = shared.get(isLimited) ?? startShared(isLimited)
  shared.set(isLimited, started)
  const server = await started
  server.resume()
  return emptyServer(server)
}

/** Pauses the shared servers until a test file needs them again. */
export async function pauseSharedServers(): Promise<void> {
  for (const server of await Promise.all(shared.values())) server.pause()
}

async function startShared(isLimited: boolean): Promise<TestServer> {
  const server = await startLastingServer({ LOG_LEVEL: 'warn', RATE_LIMITS: isLimited ? 'on' : 'off' })
  process.once('exit', () => server.process.kill('SIGKILL')) // a paused process ends only by SIGKILL
  process.once('SIGTERM', () => process.exit()) // the test runner ends a worker like this
  return server
}
