import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns a function that joins calls. Calls during a run, or within `restMs` after it, wait and share the next run. A
 * single call runs immediately. If `run` throws, all calls of its group throw. Its log lines belong to the first call.
 */
export function batched<Input, Output>(run: (inputs: Input[]) => Promise<Output[]>, { restMs = 0 } = {}) {
  let waiting: { input: Input; settle: (result: Promise<Output>) => void }[] = []
  let withinFirst = AsyncLocalStorage.snapshot() // runs a function in the request or job of the first waiting call
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    await Promise.resolve() // wait for other calls of the same tick
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const results = withinFirst(() => run(batch.map(({ input }) => input)))
      for (const [index, { settle }] of batch.entries()) settle(results.then((all) => all[index] as Output))
      await results.catch(() => {})
      if (restMs > 0) await sleep(restMs)
    }
    isRunning = false
  }

  return (input: Input): Promise<Output> =>
    new Promise((settle) => {
      if (waiting.length === 0) withinFirst = AsyncLocalStorage.snapshot()
      waiting.push({ input, settle })
      if (!isRunning) void runAll()
    })
}
