import { pathToFileURL } from 'node:url'
import { basename, join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import { Piscina } from 'piscina'
import { projectRoot } from '../paths.server.ts'
import type { ThreadTask } from './pool-thread.worker.server.ts'
import { createConcurrencyLimits } from '../concurrency-limits.server.ts'
import { log } from '../log.server.ts'
import { singleton } from '../singleton.server.ts'

const THREADS = 2
const START_MS = 30_000 // starting a thread may take long on a busy machine

const pools = singleton('worker pools', () => new Map<string, LimitFunction>())

/** Returns the number of running tasks of each pool, and of those that wait for a thread. */
export const countThreadTasks = () =>
  [...pools].flatMap(([pool, limit]) => [
    { value: limit.activeCount, pool, state: 'running' },
    { value: limit.pendingCount, pool, state: 'waiting' },
  ])

/** A task of a worker pool took too much time or memory. */
export class DeadlineError extends Error {}

/**
 * Returns a pool of threads that run the default function of a module. Each account has one task at a time, so that the
 * other threads stay free for others. A task that takes longer than `timeoutMs`, without its time in the queue, is
 * killed with its thread. So is a task that needs more memory than `heapMb`. Both throw DeadlineError.
 */
export function createWorkerPool<Input, Output>(options: {
  file: string
  timeoutMs: number
  heapMb: number
}) {
  const threads = new Piscina({
    filename: join(projectRoot, 'app/platform/work/pool-thread.worker.server.ts'),
    workerData: pathToFileURL(join(projectRoot, options.file)).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    // With V8's own limit for young objects, an import of 200 MB took 1,184 MB of memory in place of 645, no faster.
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 16 },
  })
  // A thread that runs out of memory may end just after its task; without a listener the process would end too.
  threads.on('error', (error: unknown) => log.warn({ err: error, file: options.file }, 'thread.ended'))
  const limit = pLimit(THREADS)
  pools.set(basename(options.file, '.worker.server.ts'), limit)
  const laneOf = createConcurrencyLimits(1)
  const runTask = async (input: Input): Promise<Output> => {
    const deadline = startDeadline(options.timeoutMs)
    try {
      const task: ThreadTask<Input> = { input, started: deadline.started }
      return (await threads.run(task, { signal: deadline.signal })) as Output
    } catch (error) {
      if (isKill(error)) throw new DeadlineError(`Not done within ${options.timeoutMs} ms.`, { cause: error })
      throw error
    } finally {
      deadline.end()
    }
  }
  return {
    /** Runs a task for an account. With null it is a task of the installation, which may use all threads. */
    run: (input: Input, accountId: string | null): Promise<Output> => {
      const runNext = () => limit(runTask, input)
      return accountId === null ? runNext() : laneOf(accountId)(runNext)
    },
    close: () => threads.close({ force: true }),
  }
}

/** Returns a deadline whose time starts when the thread sets `started`. */
function startDeadline(timeoutMs: number) {
  const started = new Int32Array(new SharedArrayBuffer(4))
  const abort = new AbortController()
  const abortAfter = (ms: number) => setTimeout(() => abort.abort(), ms)
  let hasEnded = false
  let timer = abortAfter(START_MS)
  const restart = async () => {
    await Atomics.waitAsync(started, 0, 0).value
    clearTimeout(timer)
    if (!hasEnded) timer = abortAfter(timeoutMs)
  }
  void restart()
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
    Atomics.notify(started, 0) // ends `restart` if the task never started
  }
  return { started, signal: abort.signal, end }
}

function isKill(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
