import { CompiledQuery } from 'kysely'
import { type Job, PgBoss } from 'pg-boss'
import { v7 as uuidv7 } from 'uuid'
import { findWork, runWork, type SpanStart, type Work } from '../current-work.server.ts'
import { isEmbedded, pool, type Transaction } from '../store/database.server.ts'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'
import { metrics } from '../metrics.server.ts'
import { asInstallation } from '../own-rows.server.ts'
import { singleton } from '../singleton.server.ts'
import { startSpan } from '../traces.server.ts'

/** One kind of background job. Its work must be idempotent, because a job whose process died runs again. */
export interface JobKind {
  name: string
  /** Gets the data that was enqueued. If it throws, the job runs again a second later, at most five times. */
  work: (data: unknown) => Promise<void>
  /** The number of jobs that are fetched together. A batch lasts until its slowest job ends. 20 by default. */
  batchSize?: number
  /**
   * The number of batches that run concurrently; while one is fetched or completed, others are processed. 1 by default.
   */
  batches?: number
  /** The schedule of a job that starts automatically, as a cron line in UTC. */
  cron?: string
  /** If true, only one job of the kind exists at a time, in all processes together. It may take a day. */
  isSingle?: boolean
}

const RETRY_LIMIT = 5 // a job that crashes its process must not do so for ever
const RETRY_DELAY_S = 1
const HEARTBEAT_S = 10 // the shortest allowed: an abandoned job is found within about 15 s
const SUPERVISE_S = 5
const LONGEST_S = 86_400 // for a single job; the others have the 15 minutes of pg-boss
const BATCH_SIZE = 20
const SCHEDULED_POLLS = 5 // scheduled jobs are polled less often: polling is most of the load of an idle process
const STOP_TIMEOUT_MS = 10_000

const queue = singleton('queue', (): { boss?: PgBoss } => ({}))

/** Prepares the queues of all kinds for `enqueue`. With `works`, this process also works on the jobs. */
export async function startQueue(kinds: JobKind[], works: boolean): Promise<{ stop: () => Promise<void> }> {
  const started = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    monitorVacuum: !isEmbedded,
    reindex: !isEmbedded,
  })
  started.on('error', (error) => log.error({ err: error }, 'queue.error'))
  await started.start()
  for (const kind of kinds) await prepare(started, kind)
  if (isEmbedded && works) await retryAbandonedJobs()
  if (works) await Promise.all(kinds.map((kind) => workOn(started, kind)))
  queue.boss = started
  return {
    async stop() {
      await started.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
      if (queue.boss === started) delete queue.boss
    },
  }
}

/**
 * Adds a job in the caller's transaction, so it exists only if the transaction commits. It starts `delayS` seconds
 * later at the earliest.
 */
export const enqueue = (
  trx: Transaction,
  { name, data, delayS }: { name: string; data: object; delayS: number },
): Promise<void> => enqueueAll(trx, { name, data: [data], delayS })

/** Adds a job for each element of `data`, like `enqueue`, in one statement. */
export async function enqueueAll(
  trx: Transaction,
  { name, data, delayS }: { name: string; data: object[]; delayS: number },
): Promise<void> {
  const { boss } = queue
  if (!boss) throw new Error('The queue has not been started.')
  if (data.length === 0) return
  const trace = toOrigin(findWork())
  const jobs = data.map((each) => ({ data: trace ? { ...each, trace } : each, startAfter: delayS }))
  await boss.insert(name, jobs, {
    db: {
      async executeSql(text, values) {
        const { rows } = await asInstallation(trx, () => trx.executeQuery(CompiledQuery.raw(text, values)))
        return { rows }
      },
    },
  })
}

async function prepare(started: PgBoss, kind: JobKind): Promise<void> {
  await started.createQueue(kind.name, {
    retryLimit: RETRY_LIMIT,
    retryDelay: RETRY_DELAY_S,
    heartbeatSeconds: HEARTBEAT_S,
    ...(kind.isSingle && { policy: 'exclusive', expireInSeconds: LONGEST_S }),
  })
  if (kind.cron) await started.schedule(kind.name, kind.cron)
  // This query loads the queue into pg-boss's memory. Otherwise the first `enqueue` would do it inside a transaction.
  // In the embedded store that transaction holds the only connection, so it would wait for ever.
  await started.getJobById(kind.name, uuidv7())
}

// The embedded store has one process, so jobs that are marked as running belonged to a process that ended. One of them
// may have ended it, so they keep to their limit. The store also has no autovacuum: without `analyze`, a long queue would
// be sorted as a whole for each batch.
async function retryAbandonedJobs(): Promise<void> {
  await pool.query(`
    update pgboss.job set start_after = now(),
      state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
      completed_on = case when retry_count < retry_limit then null else now() end
    where state = 'active'`)
  await pool.query('analyze pgboss.job')
}

async function workOn(started: PgBoss, kind: JobKind): Promise<void> {
  await started.work(
    kind.name,
    {
      pollingIntervalSeconds: ((kind.cron ? SCHEDULED_POLLS : 1) * env.QUEUE_POLL_MS) / 1000,
      burstWhenBatchFull: true,
      batchSize: kind.batchSize ?? BATCH_SIZE,
      localConcurrency: kind.batches ?? 1,
    },
    (jobs: Job[]) => workOnBatch(started, kind, jobs),
  )
}

// When this returns, pg-boss completes all jobs of the batch that are still active. So failed ones are marked before.
// Its own option for that (perJobResults) may read the whole table for each batch. It does so if the statistics of the
// table are old.
async function workOnBatch(started: PgBoss, kind: JobKind, jobs: Job[]): Promise<void> {
  const isDone = await Promise.all(jobs.map((job) => runLogged(kind, job)))
  const failed = jobs.filter((_, index) => !isDone[index])
  if (failed.length > 0) await started.fail(kind.name, failed)
}

/** The due and running jobs of one kind. */
interface Queue {
  job: string
  due: number
  running: number
  /** The seconds that the oldest due job waits; 0 without one. */
  oldestS: number
}

/** Lists the kinds of jobs that are due or running, of all processes. */
export async function listQueues(): Promise<Queue[]> {
  const { rows } = await pool.query<Queue>(`
    select name as job, count(*) filter (where state < 'active')::int as due,
      count(*) filter (where state = 'active')::int as running,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float as "oldestS"
    from pgboss.job where state < 'completed' and start_after <= now() group by name order by name`)
  return rows
}

/** The jobs of one kind that failed at their last attempt. */
interface FailedJobs {
  job: string
  count: number
  lastAt: Date
}

/** Lists the kinds of failed jobs. The queue forgets a failed job a week later. */
export async function listFailedJobs(): Promise<FailedJobs[]> {
  const { rows } = await pool.query<FailedJobs>(`
    select name as job, count(*)::int as count, max(completed_on) as "lastAt"
    from pgboss.job where state = 'failed' group by name order by max(completed_on) desc`)
  return rows
}

/** Returns true if the queue was ever started on this store. */
export async function hasQueue(): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(`select to_regclass('pgboss.job') is not null as has`)
  return rows[0]?.has ?? false
}

/** Returns true if a process worked on jobs in the last minute: it supervises all queues every few seconds. */
export async function hasWorker(): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(`
    select coalesce(max(monitor_claim_on) > now() - interval '1 minute', false) as has from pgboss.queue`)
  return rows[0]?.has ?? false
}

type Origin = Pick<SpanStart, 'parent' | 'link'>

// A job belongs to the trace of the request that enqueued it. A job of a job has a trace of its own with a link: otherwise
// the trace of a long run would have no end.
function toOrigin(work: Work | undefined): Origin | undefined {
  const traceparent = work?.span?.traceparent
  if (traceparent === undefined) return undefined
  return work?.kind === 'request' ? { parent: traceparent } : { link: traceparent }
}

function runLogged(kind: JobKind, { id, retryCount, data: stored }: Job): Promise<boolean> {
  const { trace: origin, ...data } = (stored ?? {}) as { trace?: Origin }
  const attempt = retryCount + 1
  const attributes = { 'job.name': kind.name, 'job.id': id, 'job.attempt': attempt }
  const span = startSpan({ name: `job ${kind.name}`, kind: 'consumer', attributes, ...origin })
  return runWork({ id, kind: 'job', span }, () => workLogged(kind, { data, attempt }))
}

async function workLogged(
  kind: JobKind,
  { data, attempt }: { data: unknown; attempt: number },
): Promise<boolean> {
  const line = { job: kind.name, attempt }
  const startedAt = performance.now()
  const { span } = findWork() ?? {}
  try {
    await kind.work(data)
    metrics.jobs.inc({ job: kind.name, outcome: 'done' })
    log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'job.done')
    span?.end()
    return true
  } catch (error) {
    metrics.jobs.inc({ job: kind.name, outcome: 'failed' })
    log.warn({ ...line, err: error, ms: Math.round(performance.now() - startedAt) }, 'job.failed')
    span?.end({ error: error instanceof Error ? error.name : 'unknown' })
    return false
  } finally {
    metrics.jobSeconds.observe({ job: kind.name }, (performance.now() - startedAt) / 1000)
  }
}
