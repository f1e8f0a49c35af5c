import { setTimeout as sleep } from 'node:timers/promises'
import { env } from './env.server.ts'

/**
 * Returns or throws what `run` does, but only after a multiple of `EVEN_TIME_MS`. So the time of a response does not
 * reveal the result of `run`, for example that an account exists.
 */
export async function inConstantTime<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    const steps = Math.floor((performance.now() - startedAt) / env.EVEN_TIME_MS) + 1
    const dueAt = startedAt + steps * env.EVEN_TIME_MS
    // A timer may fire a millisecond early.
    while (performance.now() < dueAt) await sleep(Math.ceil(dueAt - performance.now()))
  }
}
