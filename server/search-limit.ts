import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { env } from '../app/platform/env.server.ts'
import { toNetwork } from '../app/shared/http.ts'
import { clientAddressOf } from './private-pages.ts'

// Somebody who types without a pause asks some 60 times a minute, and a whole school may share an address.
const MOST = 600
const MINUTE_MS = 60_000

const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: MINUTE_MS })

/** Counts one search of a network, in this process; whether it is among the 600 that it has each minute. */
export function maySearch(request: IncomingMessage): boolean {
  if (env.RATE_LIMITS === 'off') return true
  const network = toNetwork(clientAddressOf(request))
  const counted = counts.get(network) ?? { count: 0 }
  if (counted.count === 0) counts.set(network, counted)
  counted.count += 1
  return counted.count <= MOST
}
