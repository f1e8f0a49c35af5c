// One server for many test files, each of which begins with an empty store.
import { v7 as uuidv7 } from 'uuid'
import { addSite, queryStore, startLastingServer, type TestServer } from './server.ts'

/**
 * Forgets everything that other files left, in the store and in the server's memory, and what it has printed. That it
 * answers for a site which nobody had before says that it has forgotten the others.
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
  EMPTY_SITES,
]

/** The server with limits, and the one without. */
const shared = new Map<boolean, Promise<TestServer>>()

/**
 * The server of the test files that need no settings of their own but limits, with an empty store. A worker starts it
 * once, and it ends with the worker.
 */
export async function shareServer({ isLimited = false } = {}): Promise<TestServer> {
  const started = shared.get(isLimited) ?? startShared(isLimited)
  shared.set(isLimited, started)
  const server = await started
  server.resume()
  return emptyServer(server)
}

/** Holds the servers that were shared, until they are asked for again. */
export async function pauseSharedServers(): Promise<void> {
  for (const server of await Promise.all(shared.values())) server.pause()
}

async function startShared(isLimited: boolean): Promise<TestServer> {
  const server = await startLastingServer({ LOG_LEVEL: 'warn', RATE_LIMITS: isLimited ? 'on' : 'off' })
  process.once('exit', () => server.process.kill('SIGKILL')) // it may be held, and then ends by nothing else
  process.once('SIGTERM', () => process.exit()) // which is how the test runner ends a worker
  return server
}
