import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { env } from './env.server.ts'

const requests = new AsyncLocalStorage<{ id: string }>()

/**
 * JSON lines on standard output. Every line has a stable `event`, and the `id` of the request that it was written for;
 * never a secret, never a body. Written without blocking and flushed when the process ends.
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

/** Names the request in every line that is written until its work has ended. */
export const logFor = <T>(request: { id: string }, work: () => T): T => requests.run(request, work)
