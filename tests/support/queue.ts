import { afterAll, beforeAll } from 'vitest'
import { jobs } from '../../app/jobs.server.ts'
import { startQueue } from '../../app/platform/queue.server.ts'

/** Takes the jobs that the tests of a file enqueue; nobody works on them. */
export function useQueue(): void {
  let queue: Awaited<ReturnType<typeof startQueue>>
  beforeAll(async () => {
    queue = await startQueue(jobs, false)
  })
  afterAll(() => queue.stop())
}
