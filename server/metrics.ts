import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readCertificate } from '../app/connectors/domains/check-name.server.ts'
import { countUnfinishedByKind } from '../app/features/delivery/deliveries/queries.server.ts'
import { findLastBackup } from '../app/platform/backup/backup-state.server.ts'
import { isLoopback } from '../app/platform/address-check.ts'
import { batched } from '../app/platform/batched.server.ts'
import { isEmbedded, pool } from '../app/platform/store/database.server.ts'
import { readFreeSpace } from '../app/platform/disk-space.server.ts'
import { env } from '../app/platform/env.server.ts'
import { addGauge, countRequests, metrics } from '../app/platform/metrics.server.ts'
import { readFreshAt } from '../app/platform/web/page-invalidation.server.ts'
import { listQueues } from '../app/platform/work/queue.server.ts'
import { countThreadTasks } from '../app/platform/work/worker-pool.server.ts'
import { readBearer } from '../app/shared/http.ts'
import { version } from '../package.json'
import { pages, takeHits } from './public-pages.ts'
import { findReadiness } from './readiness.ts'

// Both gauges of the queues are read at once, from one query.
const joinReads = batched(async (asked: undefined[]) => {
  const queues = await listQueues()
  return asked.map(() => queues)
})
const readQueues = () => joinReads(undefined)

addGauge({ name: 'broadsheet_info', help: 'The process.', labelNames: ['version', 'role', 'store'] }, () => [
  { value: 1, version, role: env.ROLE, store: isEmbedded ? 'embedded' : 'server' },
])
addGauge({ name: 'broadsheet_cached_pages', help: 'Public pages in memory.' }, () => [
  { value: pages.count().values },
])
addGauge({ name: 'broadsheet_cached_bytes', help: 'Memory of these pages.' }, () => [
  { value: pages.count().bytes },
])
addGauge(
  { name: 'broadsheet_page_drop_age_seconds', help: 'Time since stale pages were looked for last.' },
  () => [{ value: (Date.now() - readFreshAt()) / 1000 }],
)
addGauge(
  {
    name: 'broadsheet_thread_tasks',
    help: 'Texts that are rendered on threads, or wait for one.',
    labelNames: ['pool', 'state'],
  },
  countThreadTasks,
)
addGauge(
  { name: 'broadsheet_database_connections', help: 'Connections of the pool.', labelNames: ['state'] },
  () => [
    { value: pool.idleCount, state: 'idle' },
    { value: pool.totalCount - pool.idleCount, state: 'busy' },
  ],
)
addGauge({ name: 'broadsheet_database_waiting', help: 'Callers that wait for a connection.' }, () => [
  { value: pool.waitingCount },
])
addGauge(
  { name: 'broadsheet_queued_jobs', help: 'Jobs that are due or running.', labelNames: ['job', 'state'] },
  async () => {
    const queues = await readQueues()
    return queues.flatMap(({ job, due, running }) => [
      { value: due, job, state: 'due' },
      { value: running, job, state: 'running' },
    ])
  },
)
addGauge(
  { name: 'broadsheet_oldest_job_seconds', help: 'Time that the oldest due job waits.', labelNames: ['job'] },
  async () => (await readQueues()).map(({ job, oldestS }) => ({ value: oldestS, job })),
)
addGauge(
  {
    name: 'broadsheet_unfinished_deliveries',
    help: 'Sites that do not have the wanted state of an article yet.',
    labelNames: ['site', 'state'],
  },
  countUnfinishedByKind,
)

addGauge(
  {
    name: 'broadsheet_backup_last_good_timestamp_seconds',
    help: 'Start of the last good scheduled backup in the place of BACKUP_TO; 0 if there was none.',
  },
  async () => {
    if (!env.BACKUP_TO) return []
    const { good } = await findLastBackup()
    return [{ value: good?.place === env.BACKUP_TO ? good.at.getTime() / 1000 : 0 }]
  },
)
addGauge({ name: 'broadsheet_backup_interval_seconds', help: 'BACKUP_EVERY.' }, () =>
  env.BACKUP_TO ? [{ value: env.BACKUP_EVERY / 1000 }] : [],
)

addGauge({ name: 'broadsheet_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.' }, async () => [
  { value: await readFreeSpace() },
])
addGauge({ name: 'broadsheet_disk_least_bytes', help: 'LEAST_ROOM_MB.' }, () => [
  { value: env.LEAST_ROOM_MB * 1024 * 1024 },
])

// Kept for an hour: each reading opens a connection to the proxy. After a failure it is tried again a minute later.
const certificate = { endsAtS: undefined as number | undefined, until: 0 }
const CERTIFICATE_MS = { read: 3_600_000, failed: 60_000 }

addGauge(
  {
    name: 'broadsheet_certificate_end_timestamp_seconds',
    help: 'End of the certificate of SITE_URL, as this process gets it.',
  },
  async () => {
    const url = new URL(env.SITE_URL)
    if (url.protocol !== 'https:' || env.ROLE === 'worker') return []
    if (Date.now() > certificate.until) {
      certificate.until = Date.now() + CERTIFICATE_MS.failed
      certificate.endsAtS = undefined
      certificate.endsAtS = (await readCertificate(url)).end.getTime() / 1000
      certificate.until = Date.now() + CERTIFICATE_MS.read
    }
    return certificate.endsAtS === undefined ? [] : [{ value: certificate.endsAtS }]
  },
)

/**
 * Answers with the metrics of this process in the text format of Prometheus; 404 for a caller who may not read them.
 */
export async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!mayRead(request)) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    response.end('Not found.\n')
    return
  }
  for (const [status, count] of takeHits()) countRequests({ kind: 'public', status, cache: 'hit' }, count)
  const text = await metrics.registry.metrics()
  response.writeHead(200, { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' })
  response.end(text)
}

/**
 * Returns true for a caller with METRICS_TOKEN. Without that setting, for a program on this machine that asks this
 * machine: a proxy here asks in the name of its visitors.
 */
function mayRead({ headers, socket }: IncomingMessage): boolean {
  if (env.METRICS_TOKEN) return isSame(readBearer(headers.authorization) ?? '', env.METRICS_TOKEN)
  const isForwarded = Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
  )
  return !isForwarded && isLoopback(socket.remoteAddress ?? '') && isLoopback(readName(headers.host ?? ''))
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(hash(given), hash(wanted))
const readName = (host: string) => host.replace(/:\d+$/, '')

/**
 * Serves the metrics and the health of a process that serves no pages. Returns undefined without METRICS_PORT.
 */
export async function serveMetrics(isReady: () => boolean): Promise<Server | undefined> {
  if (env.METRICS_PORT === undefined) return undefined
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/metrics') return void answerMetrics(request, response).catch(() => response.destroy())
    void toState(path, isReady).then(([status, text]) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.METRICS_PORT, env.HOST, () => resolve(server))
  })
}

async function toState(url: string, isReady: () => boolean): Promise<[number, string]> {
  const [path] = url.split('?')
  if (path === '/healthz') return [200, 'up']
  return path === '/readyz' ? findReadiness(url, isReady()) : [404, 'Not found.']
}
