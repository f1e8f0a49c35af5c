import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { projectRoot } from './paths.server.ts'
import type { ThreadTask } from './pool-thread.worker.server.ts'
import { createLanes } from './turns.server.ts'

const THREADS = 2
const START_MS = 30_000 // for a thread that has to be made first, on a machine with a great deal to do

export class DeadlineError extends Error {}

/**
 * Runs a module's default function on a thread of its own; one task at a time for each account, so that whatever one
 * asks for, others find a thread. A task that is not done within `timeoutMs` (counted from its start on a thread, not
 * from its place in the queue) or that outgrows `heapMb` is killed with its thread: DeadlineError.
 */
export function createWorkerPool<Input, Output>(options: {
  file: string
  timeoutMs: number
  heapMb: number
}) {
  const threads = new Piscina({
    filename: join(projectRoot, 'app/platform/pool-thread.worker.server.ts'),
    workerData: pathToFileURL(join(projectRoot, options.file)).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
  })
  const limit = pLimit(THREADS)
  const laneOf = createLanes(1)
  const runTask = async (input: Input): Promise<Output> => {
    const deadline = startDeadline(options.timeoutMs)
    try {
      const task: ThreadTask<Input> = { input, begun: deadline.begun }
      return (await threads.run(task, { signal: deadline.signal })) as Output
    } catch (error) {
      if (isKill(error)) throw new DeadlineError(`Not done within ${options.timeoutMs} ms.`, { cause: error })
      throw error
    } finally {
      deadline.end()
    }
  }
  return {
    /** `accountId`: for whom; null for the installation, which is not kept from using all threads. */
    run: (input: Input, accountId: string | null): Promise<Output> => {
      const runNext = () => limit(runTask, input)
      return accountId === null ? runNext() : laneOf(accountId)(runNext)
    },
    close: () => threads.close({ force: true }),
  }
}

/** A deadline that counts from when a thread says that it has begun. */
function startDeadline(timeoutMs: number) {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const abort = new AbortController()
  const give = (ms: number) => setTimeout(() => abort.abort(), ms)
  let hasEnded = false
  let timer = give(START_MS)
  const restart = async () => {
    await Atomics.waitAsync(begun, 0, 0).value
    clearTimeout(timer)
    if (!hasEnded) timer = give(timeoutMs)
  }
  void restart()
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
    Atomics.notify(begun, 0) // it may never have begun
  }
  return { begun, signal: abort.signal, end }
}

function isKill(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
