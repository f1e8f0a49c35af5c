import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { db } from './database.server.ts'

const MOST_FAILURES = 5
const PAUSE_S = 60
// Longer than any call may last. It matters only where the process that made the probe has died.
const PROBE_S = 90
// How long a breaker that was seen open is refused from memory, without asking the store.
const REFUSED_MS = 1000

const seenOpen = new LRUCache<string, number>({ max: 1000 })

/** Nobody was asked: who is behind this name failed too often a moment ago. */
export class BreakerOpenError extends Error {
  readonly retryAfterS: number

  constructor(name: string, retryAfterS: number) {
    super(`${name} is left alone for ${retryAfterS} s`)
    this.name = 'BreakerOpenError'
    this.retryAfterS = retryAfterS
  }
}

/**
 * Runs a call to another computer unless it failed five times in a row, counted by all processes together under
 * `name`: then it throws BreakerOpenError for 60 s, and lets one call try. Errors for which `isOutage` says no count as
 * an answer. Passes on what `run` gives or throws. Not inside a transaction.
 */
export async function throughBreaker<T>(
  name: string,
  run: () => Promise<T>,
  isOutage: (error: unknown) => boolean,
): Promise<T> {
  const isProbe = await enter(name)
  const [outcome] = await Promise.allSettled([run()])
  if (outcome.status === 'fulfilled') {
    await close(name)
    return outcome.value
  }
  await (isOutage(outcome.reason) ? countFailure(name, isProbe) : close(name))
  throw outcome.reason
}

async function enter(name: string): Promise<boolean> {
  const openUntil = seenOpen.get(name)
  if (openUntil !== undefined) throw new BreakerOpenError(name, toSeconds(openUntil - performance.now()))
  const { isProbe, waitMs } = await findState(name)
  if (isProbe || waitMs === null) return isProbe
  seenOpen.set(name, performance.now() + waitMs, { ttl: Math.max(1, Math.min(REFUSED_MS, waitMs)) })
  throw new BreakerOpenError(name, toSeconds(waitMs))
}

// The store's clock decides, and its lock on the row: of all who come when the pause is over one is the probe.
async function findState(name: string): Promise<{ isProbe: boolean; waitMs: number | null }> {
  const { rows } = await sql<{ isProbe: boolean; waitMs: number | null }>`
    with probe as (
      update host_breakers set open_until = now() + ${PROBE_S} * interval '1 second'
      where host = ${name} and open_until <= now() returning host
    )
    select exists(select from probe) as is_probe,
      (extract(epoch from open_until - now()) * 1000)::float8 as wait_ms
    from host_breakers where host = ${name}
  `.execute(db)
  return rows[0] ?? { isProbe: false, waitMs: null }
}

async function countFailure(name: string, isProbe: boolean): Promise<void> {
  await sql`
    insert into host_breakers as held (host, failures) values (${name}, 1)
    on conflict (host) do update set
      failures = held.failures + 1,
      open_until = case
        when held.failures + 1 >= ${MOST_FAILURES} and (held.open_until is null or ${isProbe})
        then now() + ${PAUSE_S} * interval '1 second' else held.open_until end
  `.execute(db)
}

async function close(name: string): Promise<void> {
  seenOpen.delete(name)
  await sql`delete from host_breakers where host = ${name}`.execute(db)
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
