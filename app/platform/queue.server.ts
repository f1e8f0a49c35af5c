import { CompiledQuery } from 'kysely'
import { type Job, PgBoss } from 'pg-boss'
import { v7 as uuidv7 } from 'uuid'
import { isEmbedded, pool, type Transaction } from './database.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { asInstallation } from './own-rows.server.ts'
import { remember } from './remember.server.ts'

/** One kind of background job. Its work must be harmless to repeat: a job whose process died is run again. */
export interface JobKind {
  name: string
  /** Receives what was enqueued. What it throws counts like the death of its process: it is run again at once. */
  work: (data: unknown) => Promise<void>
  /** How many are taken up at once; a batch ends with its slowest. 20 unless given. */
  batchSize?: number
  /** How many batches are under way at once: while one is taken up or put away, others are worked on. 1 unless given. */
  batches?: number
  /** When it runs by itself, as a cron line in UTC. */
  cron?: string
}

const RETRY_LIMIT = 5 // a job that takes its process down with it must not do so for ever
const RETRY_DELAY_S = 1
const HEARTBEAT_S = 10 // the shortest allowed: an abandoned job is found within about 15 s
const SUPERVISE_S = 5
const BATCH_SIZE = 20
const CLOCK_POLLS = 5 // what a clock starts can wait: looking for it costs an idle program more than anything else
const STOP_TIMEOUT_MS = 10_000

const queue = remember('queue', (): { boss?: PgBoss } => ({}))

/** Makes the queues of all kinds ready for `enqueue`, and works on them where `works` is set. */
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
  if (isEmbedded && works) await takeOver()
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
 * Adds a job inside the caller's transaction: it exists exactly when the transaction commits.
 * It starts `delayS` seconds later at the earliest.
 */
export const enqueue = (
  trx: Transaction,
  { name, data, delayS }: { name: string; data: object; delayS: number },
): Promise<void> => enqueueAll(trx, { name, data: [data], delayS })

/** Adds a job for each of `data`, as `enqueue` does, but all at once. */
export async function enqueueAll(
  trx: Transaction,
  { name, data, delayS }: { name: string; data: object[]; delayS: number },
): Promise<void> {
  const { boss } = queue
  if (!boss) throw new Error('The queue has not been started.')
  if (data.length === 0) return
  const jobs = data.map((each) => ({ data: each, startAfter: delayS }))
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
  })
  if (kind.cron) await started.schedule(kind.name, kind.cron)
  // Asking for any job loads the queue into pg-boss's memory. Left to the first `enqueue`, that question would wait
  // for the only connection of the embedded store, which the transaction around it holds: for ever.
  await started.getJobById(kind.name, uuidv7())
}

// The embedded store has one process: whatever is marked as running belonged to the one before. And nobody counts its
// rows: a queue that has grown long would be sorted whole for each batch.
async function takeOver(): Promise<void> {
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await pool.query('analyze pgboss.job')
}

async function workOn(started: PgBoss, kind: JobKind): Promise<void> {
  await started.work(
    kind.name,
    {
      pollingIntervalSeconds: ((kind.cron ? CLOCK_POLLS : 1) * env.QUEUE_POLL_MS) / 1000,
      burstWhenBatchFull: true,
      batchSize: kind.batchSize ?? BATCH_SIZE,
      localConcurrency: kind.batches ?? 1,
    },
    (jobs: Job[]) => workOnBatch(started, kind, jobs),
  )
}

// pg-boss completes what is still running when this ends: what failed is put away before. Its own way of telling it of
// each job (perJobResults) reads every row of the table for each batch, where nobody has counted them lately.
async function workOnBatch(started: PgBoss, kind: JobKind, jobs: Job[]): Promise<void> {
  const isDone = await Promise.all(jobs.map((job) => runLogged(kind, job)))
  const failed = jobs.filter((_, index) => !isDone[index])
  if (failed.length > 0) await started.fail(kind.name, failed)
}

async function runLogged(kind: JobKind, job: Job): Promise<boolean> {
  const line = { job: kind.name, id: job.id, attempt: job.retryCount + 1 }
  const startedAt = performance.now()
  try {
    await kind.work(job.data)
    log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'job.done')
    return true
  } catch (error) {
    log.warn({ ...line, err: error, ms: Math.round(performance.now() - startedAt) }, 'job.failed')
    return false
  }
}
