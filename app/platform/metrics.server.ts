import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { singleton } from './singleton.server.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** The metrics of this process, by the names at `/metrics` (prometheus.io). */
export const metrics = singleton('metrics', () => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    /** `cache` is `hit` or `miss` for public pages and files made like them, and `none` for others. */
    requests: new Counter({
      name: 'broadsheet_requests_total',
      help: 'Answered requests.',
      labelNames: ['kind', 'status', 'cache'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'broadsheet_request_seconds',
      help: 'Time to answer a request that memory does not answer.',
      labelNames: ['kind'],
      buckets: SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'broadsheet_refusals_total',
      help: 'Requests refused before any route, by their code.',
      labelNames: ['code'],
      registers,
    }),
    ...createRenderingMetrics(registers),
    jobs: new Counter({
      name: 'broadsheet_jobs_total',
      help: 'Ended jobs.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'broadsheet_job_seconds',
      help: 'Time that a job worked.',
      labelNames: ['job'],
      buckets: SECONDS,
      registers,
    }),
    deliveries: new Counter({
      name: 'broadsheet_deliveries_total',
      help: 'Attempts to bring a site to the wanted state of an article.',
      labelNames: ['site', 'outcome'],
      registers,
    }),
    backupFailures: new Counter({
      name: 'broadsheet_backup_failures_total',
      help: 'Scheduled backups that were not made, or that cannot be restored.',
      registers,
    }),
  }
})

function createRenderingMetrics(registers: Registry[]) {
  return {
    renderingWaitSeconds: new Histogram({
      name: 'broadsheet_rendering_wait_seconds',
      help: 'Time that a public page waited for its rendering, by its lane.',
      labelNames: ['lane'],
      buckets: SECONDS,
      registers,
    }),
    renderingsShed: new Counter({
      name: 'broadsheet_renderings_shed_total',
      help: 'Requests for public pages that were refused because their lane had no room.',
      labelNames: ['lane'],
      registers,
    }),
  }
}

/** Counts answered requests of one kind. */
export function countRequests(
  { kind, status, cache }: { kind: string; status: number; cache: 'hit' | 'miss' | 'none' },
  count = 1,
): void {
  metrics.requests.inc({ kind, status: `${String(status)[0]}xx`, cache }, count)
}

/**
 * Adds gauges that are read at each request for the metrics. `read` returns the values with their labels. A gauge that
 * cannot be read is left out.
 */
export function addGauge(
  of: { name: string; help: string; labelNames?: string[] },
  read: () => Promise<Reading[]> | Reading[],
): void {
  if (metrics.registry.getSingleMetric(of.name)) return // the development server loads modules again
  const gauge: Gauge = new Gauge({
    ...of,
    registers: [metrics.registry],
    async collect() {
      gauge.reset()
      const readings = await Promise.resolve(read()).catch(() => [])
      for (const { value, ...labels } of readings) gauge.set(labels, value)
    },
  })
}

/** A value with its labels. */
export interface Reading {
  value: number
  [label: string]: string | number
}
