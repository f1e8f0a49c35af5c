import { pino } from 'pino'
import { env } from './env.server.ts'

/**
 * JSON lines on standard output. Every line has a stable `event`; never a secret, never a body.
 * Written without blocking and flushed when the process ends.
 */
export const log = pino(
  { level: env.LOG_LEVEL, base: undefined, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 1, sync: false }),
)
