import { join } from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { projectRoot } from './paths.server.ts'

const THREADS = 2

export class DeadlineError extends Error {}

/**
 * Runs a module's default function on a thread of its own. A task that is not done within `timeoutMs` (counted from
 * its start, not from its place in the queue) or that outgrows `heapMb` is killed with its thread: DeadlineError.
 */
export function createWorkerPool<Input, Output>(options: {
  file: string
  timeoutMs: number
  heapMb: number
}) {
  const threads = new Piscina({
    filename: join(projectRoot, options.file),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
  })
  const limit = pLimit(THREADS)
  return {
    run: (input: Input): Promise<Output> =>
      limit(async () => {
        try {
          return (await threads.run(input, { signal: AbortSignal.timeout(options.timeoutMs) })) as Output
        } catch (error) {
          if (isKill(error))
            throw new DeadlineError(`Not done within ${options.timeoutMs} ms.`, { cause: error })
          throw error
        }
      }),
    close: () => threads.close({ force: true }),
  }
}

function isKill(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
