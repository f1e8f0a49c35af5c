import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { env } from '../app/platform/env.server.ts'
import { toNetwork } from '../app/shared/http.ts'
import { clientAddressOf } from './private-pages.ts'

// A reader who types without a pause sends some 60 searches a minute. A whole school may share an IP address.
const MAX_SEARCHES = 600
const MINUTE_MS = 60_000

const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: MINUTE_MS })

/**
 * Counts one search of a network, in this process. Returns true if it is one of the 600 that are allowed each minute.
 */
export function maySearch(request: IncomingMessage): boolean {
  if (env.RATE_LIMITS === 'off') return true
  const network = toNetwork(clientAddressOf(request))
  const counted = counts.get(network) ?? { count: 0 }
  if (counted.count === 0) counts.set(network, counted)
  counted.count += 1
  return counted.count <= MAX_SEARCHES
}
