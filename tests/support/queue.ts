import { afterAll, beforeAll } from 'vitest'
import { jobs } from '../../app/jobs.server.ts'
import { startQueue } from '../../app/platform/work/queue.server.ts'

/** Starts the queue for the tests of a file: jobs can be enqueued, but do not run. */
export function useQueue(): void {
  let queue: Awaited<ReturnType<typeof startQueue>>
  beforeAll(async () => {
    queue = await startQueue(jobs, false)
  })
  afterAll(() => queue.stop())
}
