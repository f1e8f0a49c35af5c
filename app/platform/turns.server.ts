import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

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

/** Work in lanes, by name: of each lane `atOnce` pieces run side by side, and the others wait. In this process alone. */
export function createLanes(atOnce: number): (name: string) => LimitFunction {
  const lanes = new LRUCache<string, LimitFunction>({ max: LANES })
  return (name) => {
    const lane = lanes.get(name) ?? pLimit(atOnce)
    lanes.set(name, lane)
    return lane
  }
}
