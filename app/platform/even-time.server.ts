import { setTimeout as sleep } from 'node:timers/promises'
import { env } from './env.server.ts'

/**
 * Runs something and answers at the next full step (`EVEN_TIME_MS`) since it began, also when it throws: how long it took
 * tells nobody what it found.
 */
export async function inEvenTime<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    const steps = Math.floor((performance.now() - startedAt) / env.EVEN_TIME_MS) + 1
    const dueAt = startedAt + steps * env.EVEN_TIME_MS
    // A timer may come a millisecond early.
    while (performance.now() < dueAt) await sleep(Math.ceil(dueAt - performance.now()))
  }
}
