import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import sirv from 'sirv'
import * as builtRoutes from 'virtual:react-router/server-build'
import { auth } from '../app/features/accounts/auth.server.ts'
import { renderOutdatedLater } from '../app/features/articles/jobs.server.ts'
import { SITES_TAG } from '../app/features/target-sites/target-sites.ts'
import { jobs } from '../app/jobs.server.ts'
import { env } from '../app/platform/env.server.ts'
import { log } from '../app/platform/log.server.ts'
import { followPageDrops, onPageDrop } from '../app/platform/page-drops.server.ts'
import { projectRoot } from '../app/platform/paths.server.ts'
import { startQueue } from '../app/platform/queue.server.ts'
import { openStore } from '../app/platform/store.server.ts'
import { limitConnections } from './connections.ts'
import { loadDemo } from './demo.ts'
import { loadHosts } from './hosts.ts'
import { createListener, type Handlers, serverOptions } from './listener.ts'
import { endStreams } from './private-pages.ts'
import { pages } from './public-pages.ts'
import { createRenderers, type Renderers } from './render.ts'

const DRAIN_MS = 20_000
const HOSTS_RETRY_MS = 1000
const LAST_CALL_MS = 250 // a visitor whose connection is on its way is let in; a closed door would answer with a reset
const LONGEST_CALL_MS = 5000

export interface Running {
  url: string
  /** The demo account's sign-in, the one time it is made. */
  demo: { email: string; password: string } | undefined
  /** Finishes what is under way, gives everything back, and resolves. */
  stop: () => Promise<void>
}

/** What the development server puts in place of the built files and routes. */
export interface DevelopmentParts {
  assets: Handlers['assets']
  renderers: Renderers
  /** Calls back after every edit. */
  onEdit: (forgetPages: () => void) => void
}

/** Opens the store, starts the jobs and listens. Throws what stops it, with nothing left open that outlives the process. */
export async function serve(command: string, development?: DevelopmentParts): Promise<Running> {
  const store = await openStore(command)
  onPageDrop('pages', (tags) => pages.drop(tags))
  onPageDrop('hosts', async (tags) => {
    if (tags === 'everything' || tags.includes(SITES_TAG)) await followHosts(tags)
  })
  const drops = await followPageDrops()
  const queue = await startQueue(jobs, env.ROLE !== 'web')
  await renderOutdatedLater()
  const demo = await loadDemo()
  await loadHosts()
  if (env.ROLE !== 'worker') await auth() // loaded now, nobody has to wait for it

  let isStopping = false
  const handlers: Handlers = {
    assets: development?.assets ?? builtAssets(),
    ...(development?.renderers ?? createRenderers(builtRoutes)),
    isStopping: () => isStopping,
  }
  development?.onEdit(() => pages.drop('everything'))
  const server = env.ROLE === 'worker' ? undefined : await listen(handlers)
  log.info({ url: env.SITE_URL, role: env.ROLE }, 'server.listening')

  return {
    url: env.SITE_URL,
    demo,
    async stop() {
      isStopping = true
      if (server) await drain(server)
      await queue.stop()
      await drops.stop()
      await store.close()
      log.info('server.stopped')
      log.flush()
    },
  }
}

async function followHosts(tags: string[] | 'everything'): Promise<void> {
  try {
    await loadHosts()
    pages.drop(tags) // what was rendered until then speaks of a site as it was
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
        response.setHeader('content-type', 'application/speculationrules+json') // browsers insist on it
    },
  })
  return (request, response, next) => serveFile(request, response, next)
}

function listen(handlers: Handlers): Promise<Server> {
  const server = createServer(serverOptions, createListener(handlers))
  limitConnections(server)
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
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}

async function drain(server: Server): Promise<void> {
  await letIn(server)
  const closed = new Promise((resolve) => server.close(resolve))
  endStreams()
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(impatient)
}

// A turn of the event loop lets one connection in: a turn without any says that nobody is left at the door.
async function letIn(server: Server): Promise<void> {
  await sleep(LAST_CALL_MS)
  const until = performance.now() + LONGEST_CALL_MS
  let hasCome = true
  server.on('connection', () => (hasCome = true))
  while (hasCome && performance.now() < until) {
    hasCome = false
    await nextTurn()
  }
}
