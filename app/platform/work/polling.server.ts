import { v7 as uuidv7 } from 'uuid'
import { runWork } from '../current-work.server.ts'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'

/** Work that waits in a table which triggers write, so that nobody enqueues a job for it. */
export interface PolledWork {
  name: string
  /** Begins with what is due. It is called as often as the queue is asked for jobs. */
  poll: () => Promise<void>
  /** Waits for what was begun. */
  settle: () => Promise<void>
}

/** Begins with the works that are due, again and again, until `stop` is called. */
export function startPolling(works: PolledWork[]): { stop: () => Promise<void> } {
  const polling = new Map<string, Promise<void>>()
  const timer = setInterval(() => {
    for (const work of works)
      if (!polling.has(work.name))
        polling.set(
          work.name,
          poll(work).finally(() => polling.delete(work.name)),
        )
  }, env.QUEUE_POLL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(polling.values())
      await Promise.all(works.map(({ settle }) => settle()))
    },
  }
}

const poll = ({ name, poll: begin }: PolledWork): Promise<void> =>
  runWork({ id: uuidv7(), kind: 'job', span: undefined }, begin).catch((error: unknown) =>
    log.warn({ err: error, job: name }, 'poll.failed'),
  )
