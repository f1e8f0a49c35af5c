import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

/**
 * Work of which everybody may have one piece under way: a second one of the same account is refused with undefined,
 * and not queued. Counted in this process alone.
 */
export function createTurns() {
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

const LANES = 1000
const CROWD = 4
const LONGEST_PAUSE_MS = 1000

type Lane = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Work in lanes, by name: of each lane `atOnce` pieces run side by side, and the others wait. One that `pauses` does so
 * while many wait, after each piece and for twice as long as that took: most of the time the thread is free for other
 * lanes. In this process alone.
 */
export function createLanes(atOnce: number, { pauses = false } = {}): (name: string) => Lane {
  const lanes = new LRUCache<string, Lane>({ max: LANES })
  return (name) => {
    const lane = lanes.get(name) ?? createLane(atOnce, pauses)
    lanes.set(name, lane)
    return lane
  }
}

function createLane(atOnce: number, pauses: boolean): Lane {
  const limit = pLimit(atOnce)
  return (work) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const begunAt = performance.now()
        await work().then(resolve, reject)
        if (pauses && limit.pendingCount > CROWD)
          await sleep(Math.min(2 * (performance.now() - begunAt), LONGEST_PAUSE_MS))
      })
    })
}
