import { pino } from 'pino'
import { findWork } from './current-work.server.ts'
import { env } from './env.server.ts'

/**
 * Writes JSON lines to standard output. Every line has a stable `event`. During a request or a job it also has the `id`
 * of that, and its `trace_id` if traces are on. Never log a secret or a body. Writing does not block; the lines are
 * flushed when the process ends.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: describeWork,
  },
  pino.destination({ dest: 1, sync: false }),
)

// A new object each time: pino writes the fields of the line into it.
function describeWork(): object {
  const work = findWork()
  if (!work) return {}
  return work.span ? { id: work.id, trace_id: work.span.traceId } : { id: work.id }
}
