import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { env } from './env.server.ts'

const requests = new AsyncLocalStorage<{ id: string }>()

/**
 * Writes JSON lines to standard output. Every line has a stable `event` and, during a request or a job, the `id` of that.
 * Never log a secret or a body. Writing does not block; the lines are flushed when the process ends.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => requests.getStore() ?? {},
  },
  pino.destination({ dest: 1, sync: false }),
)

/** Adds the id of a request or a job to every log line that `work` writes. Returns what `work` returns. */
export const logFor = <T>(request: { id: string }, work: () => T): T => requests.run(request, work)
