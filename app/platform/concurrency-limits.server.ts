import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

/**
 * Returns a function that runs one task at a time for each account. While one is running, another one of the same
 * account is not started, and undefined is returned immediately. The limit is per process.
 */
export function createOneAtATime() {
  const busy = new Set<string>()
  return async <T>(account: { id: string }, work: () => Promise<T>): Promise<T | undefined> => {
    if (busy.has(account.id)) return undefined
    busy.add(account.id)
    try {
      return await work()
    } finally {
      busy.delete(account.id)
    }
  }
}

const MAX_LANES = 1000
const CROWDED = 4
const MAX_PAUSE_MS = 1000

type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that finds a lane by its name. A lane runs `atOnce` tasks concurrently; the others wait. With
 * `pauses`, a crowded lane pauses after each task, for twice its duration. The thread is then free for other lanes. The
 * limit is per process.
 */
export function createConcurrencyLimits(
  atOnce: number,
  { pauses = false } = {},
): (name: string) => ConcurrencyLimit {
  const lanes = new LRUCache<string, ConcurrencyLimit>({ max: MAX_LANES })
  return (name) => {
    const lane = lanes.get(name) ?? createLane(atOnce, pauses)
    lanes.set(name, lane)
    return lane
  }
}

function createLane(atOnce: number, pauses: boolean): ConcurrencyLimit {
  const limit = pLimit(atOnce)
  return (work) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const startedAt = performance.now()
        await work().then(resolve, reject)
        if (pauses && limit.pendingCount > CROWDED)
          await sleep(Math.min(2 * (performance.now() - startedAt), MAX_PAUSE_MS))
      })
    })
}
