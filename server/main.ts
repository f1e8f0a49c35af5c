import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import sirv from 'sirv'
import * as builtRoutes from 'virtual:react-router/server-build'
import { renderOutdatedLater } from '../app/features/articles/jobs.server.ts'
import { SITES_TAG } from '../app/shared/sites.ts'
import { jobs } from '../app/jobs.server.ts'
import { env } from '../app/platform/env.server.ts'
import { log } from '../app/platform/log.server.ts'
import { followInvalidations, onInvalidation } from '../app/platform/web/page-invalidation.server.ts'
import { projectRoot } from '../app/platform/paths.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { openStore } from '../app/platform/store/store.server.ts'
import { startTraces, stopTraces } from '../app/platform/traces.server.ts'
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
const ACCEPT_MS = 250 // before the server stops, it accepts waiting connections: they would be reset otherwise
const MAX_ACCEPT_MS = 5000

/** A running server. */
export interface Running {
  url: string
  /** The sign-in of the demo account, only in the start that makes the account. */
  demo: { email: string; password: string } | undefined
  /** Finishes the current requests and jobs, and closes all resources. */
  stop: () => Promise<void>
}

/** The parts that the development server uses instead of the built files and routes. */
interface DevelopmentParts {
  assets: Handlers['assets']
  renderers: Renderers
  /** Registers a callback for every edit. */
  onEdit: (forgetPages: () => void) => void
}

/**
 * Opens the database and listens. Readers get pages immediately. Requests that may write wait until the jobs are
 * started, which is before this returns. Throws the Error that prevents it; the caller then ends the process.
 */
export async function serve(command: string, development?: DevelopmentParts): Promise<Running> {
  await startTraces()
  const store = await openStore(command)
  onInvalidation('pages', (tags) => pages.drop(tags))
  onInvalidation('hosts', async (tags) => {
    if (tags === 'everything' || tags.includes(SITES_TAG)) await followHosts(tags)
  })
  const drops = await followInvalidations()
  await loadHosts()
  const isFirstStart = await wantsDemo()
  const starting = startWork(isFirstStart)
  if (isFirstStart) await starting // readers must not get an empty site

  let isReady = false
  const handlers: Handlers = {
    assets: development?.assets ?? builtAssets(),
    ...(development?.renderers ?? createRenderers(builtRoutes)),
    isReady: () => isReady,
    canWrite: starting,
  }
  development?.onEdit(() => pages.drop('everything'))
  const listening = env.ROLE === 'worker' ? serveMetrics(() => isReady) : listen(handlers)
  const [server, { queue, demo }] = await Promise.all([listening, starting])
  isReady = true
  log.info({ url: env.SITE_URL, role: env.ROLE }, 'server.listening')

  return {
    url: env.SITE_URL,
    demo,
    async stop() {
      isReady = false
      if (server) await drain(server)
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
  return { queue, demo: isFirstStart ? await loadDemo() : undefined }
}

async function followHosts(tags: string[] | 'everything'): Promise<void> {
  try {
    await loadHosts()
    pages.drop(tags) // pages that were rendered in the meantime show the old sites
  } catch (error) {
    log.warn({ err: error }, 'hosts.failed')
    setTimeout(() => void followHosts(tags), HOSTS_RETRY_MS).unref()
  }
}

function builtAssets(): Handlers['assets'] {
  const serveFile = sirv(join(projectRoot, 'build/client'), {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const isHashed = pathname.startsWith('/assets/')
      response.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('x-content-type-options', 'nosniff')
      if (pathname.startsWith('/assets/speculation-rules-'))
        response.setHeader('content-type', 'application/speculationrules+json') // browsers require it
    },
  })
  return (request, response, next) => serveFile(request, response, next)
}

function listen(handlers: Handlers): Promise<Server> {
  const server = createServer(serverOptions)
  answerLimited(server, createListener(handlers))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toSentence(error)))
    server.listen(env.PORT, env.HOST, () => resolve(server))
  })
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
  await acceptWaiting(server)
  const closed = new Promise((resolve) => server.close(resolve))
  endStreams()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}

// Each turn of the event loop accepts one connection. After a turn without one, none is waiting.
async function acceptWaiting(server: Server): Promise<void> {
  await sleep(ACCEPT_MS)
  const deadline = performance.now() + MAX_ACCEPT_MS
  let hasAccepted = true
  server.on('connection', () => (hasAccepted = true))
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false
    await nextTurn()
  }
}
