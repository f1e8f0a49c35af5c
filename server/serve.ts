import { openSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as builtRoutes from 'virtual:react-router/server-build'
import { createFirstLink } from '../app/features/accounts/sign-in/who-signs-up.server.ts'
import { renderOutdatedLater } from '../app/features/articles/jobs.server.ts'
import { SITES_TAG } from '../app/shared/sites.ts'
import { jobs, polledWorks } from '../app/jobs.server.ts'
import { env, inheritedSocket } from '../app/platform/env.server.ts'
import { log } from '../app/platform/log.server.ts'
import {
  followInvalidations,
  onInvalidation,
  readFreshAt,
  type StaleTags,
} from '../app/platform/web/page-invalidation.server.ts'
import { projectRoot } from '../app/platform/paths.server.ts'
import { startPolling } from '../app/platform/work/polling.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import type { Store } from '../app/platform/store/store.server.ts'
import { stopTraces } from '../app/platform/traces.server.ts'
import { serveBuiltFiles } from './built-files.ts'
import { answerLimited } from './connections.ts'
import { loadDemo, wantsDemo } from './demo.ts'
import { loadHosts } from './hosts.ts'
import { createListener, type Handlers, serverOptions } from './listener.ts'
import { serveMetrics } from './metrics.ts'
import { endStreams } from './private-pages.ts'
import { pages } from './public-pages.ts'
import { createRenderers, type Renderers } from './render.ts'

const DRAIN_MS = 20_000
const HOSTS_RETRY_MS = 1000
const LINGER_MS = { least: 250, most: 2000, poll: 50 }
const MAX_ACCEPT_MS = 5000
const BACKLOG = 4096 // connections that wait while the process before this one stops and this one starts

/** A running server. */
export interface Running {
  url: string
  /** The sign-in of the demo account, only in the start that makes the account. */
  demo: { email: string; password: string } | undefined
  /** The URL that makes the first account, while there is none and strangers may not sign up. */
  firstLink: string | undefined
  /** Finishes the current requests and jobs, and closes all resources. */
  stop: () => Promise<void>
}

/** The parts that the development server uses instead of the built files and routes. */
export interface DevelopmentParts {
  assets: Handlers['assets']
  renderers: Renderers
}

/** Returns what answers requests once the store is open. */
export const createHandlers = (development?: DevelopmentParts) => ({
  assets: development?.assets ?? serveBuiltFiles(projectRoot),
  ...(development?.renderers ?? createRenderers(builtRoutes)),
})

/**
 * Listens. Readers get pages immediately. Requests that may write wait until the jobs are started, which is before this
 * returns. Throws the Error that prevents it; the caller then ends the process.
 */
export async function serveFrom(store: Store, made: ReturnType<typeof createHandlers>): Promise<Running> {
  onInvalidation('pages', dropPages)
  onInvalidation('hosts', async (tags) => {
    if (typeof tags === 'string' || tags.includes(SITES_TAG)) await followHosts(tags)
  })
  const drops = await followInvalidations()
  await loadHosts()
  const isFirstStart = await wantsDemo()
  const starting = startWork(isFirstStart)
  if (isFirstStart) await starting // readers must not get an empty site

  let isReady = false
  const handlers = { ...made, isReady: () => isReady, canWrite: starting }
  const listening = env.ROLE === 'worker' ? serveMetrics(() => isReady) : listen(handlers)
  const [server, { queue, polling, demo, firstLink }] = await Promise.all([listening, starting])
  isReady = true
  openSync(join(projectRoot, 'server'), 'r') // it stays open: npm run update sees that this process is ready
  log.info({ url: env.SITE_URL, role: env.ROLE }, 'server.listening')

  return {
    url: env.SITE_URL,
    demo,
    firstLink,
    async stop() {
      isReady = false
      if (server) await drain(server)
      await polling?.stop()
      await queue.stop()
      await drops.stop()
      await store.close()
      await stopTraces()
      log.info('server.stopped')
      log.flush()
    },
  }
}

async function startWork(isFirstStart: boolean) {
  const queue = await startQueue(jobs, env.ROLE !== 'web')
  await renderOutdatedLater()
  const demo = isFirstStart ? await loadDemo() : undefined
  const polling = env.ROLE === 'web' ? undefined : startPolling(polledWorks)
  return { queue, polling, demo, firstLink: await createFirstLink() }
}

const dropPages = (tags: StaleTags) => (tags === 'doubt' ? pages.doubt(readFreshAt()) : pages.drop(tags))

async function followHosts(tags: StaleTags): Promise<void> {
  try {
    await loadHosts()
    dropPages(tags) // pages that were rendered in the meantime show the old sites
  } catch (error) {
    log.warn({ err: error }, 'hosts.failed')
    setTimeout(() => void followHosts(tags), HOSTS_RETRY_MS).unref()
  }
}

function listen(handlers: Handlers): Promise<Server> {
  const server = createServer(serverOptions)
  answerLimited(server, createListener(handlers))
  return new Promise<Server>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toSentence(error)))
    const where = inheritedSocket === undefined ? { port: env.PORT, host: env.HOST } : { fd: inheritedSocket }
    server.listen({ ...where, backlog: BACKLOG }, () => resolve(server))
  }).then(requireOwnPort)
}

// Otherwise PORT would be ignored without a word.
function requireOwnPort(server: Server): Server {
  const { port } = server.address() as AddressInfo
  if (port === env.PORT) return server
  throw new Error(
    `systemd listens on port ${port}, and PORT is ${env.PORT}. Set ListenStream of the socket unit.`,
  )
}

function toSentence(error: NodeJS.ErrnoException): Error {
  const at = `port ${env.PORT} of ${env.HOST}`
  const sentences: Record<string, string> = {
    EADDRINUSE: `Another process has ${at} (EADDRINUSE). Stop it, or set another PORT.`,
    EACCES: `This account may not open ${at} (EACCES). Set a PORT from 1024 on, or let it open lower ones.`,
    EADDRNOTAVAIL: `${env.HOST} is no address of this machine (EADDRNOTAVAIL). Set another HOST.`,
  }
  const sentence = error.code === undefined ? undefined : sentences[error.code]
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}

async function drain(server: Server): Promise<void> {
  await letClientsLeave(server)
  if (inheritedSocket === undefined) await acceptWaiting(server)
  const closed = new Promise((resolve) => server.close(resolve))
  endStreams()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}

// A request that arrives while its kept connection is being closed is lost. So each client is told with its next response,
// and opens another connection.
async function letClientsLeave(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const countConnections = promisify(server.getConnections.bind(server))
  const deadline = performance.now() + LINGER_MS.most
  await sleep(LINGER_MS.least)
  while (performance.now() < deadline && (await countConnections()) > 0) await sleep(LINGER_MS.poll)
}

// Waiting connections would be reset. Each turn of the event loop accepts one. After a turn without one, none is waiting.
async function acceptWaiting(server: Server): Promise<void> {
  const deadline = performance.now() + MAX_ACCEPT_MS
  let hasAccepted = true
  server.on('connection', () => (hasAccepted = true))
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false
    await nextTurn()
  }
}
