import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Makes one call of those that come while an earlier one is under way, or within `restMs` after it: the more there is
 * to do, the less each costs. A call that comes alone is made at once. What the one call throws, everyone gets who
 * waited for it.
 */
export function batched<Input, Output>(run: (inputs: Input[]) => Promise<Output[]>, { restMs = 0 } = {}) {
  let waiting: { input: Input; settle: (result: Promise<Output>) => void }[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    await Promise.resolve() // whoever calls in the same breath comes along
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const results = run(batch.map(({ input }) => input))
      for (const [index, { settle }] of batch.entries()) settle(results.then((all) => all[index] as Output))
      await results.catch(() => {})
      if (restMs > 0) await sleep(restMs)
    }
    isRunning = false
  }

  return (input: Input): Promise<Output> =>
    new Promise((settle) => {
      waiting.push({ input, settle })
      if (!isRunning) void runAll()
    })
}
