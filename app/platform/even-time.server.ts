import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 100

/**
 * Runs something and answers at the next full tenth of a second since it began, also when it throws: how long it took
 * tells nobody what it found.
 */
export async function inEvenTime<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    await sleep(STEP_MS - ((performance.now() - startedAt) % STEP_MS))
  }
}
