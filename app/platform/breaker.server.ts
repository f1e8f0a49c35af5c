import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batched } from './batched.server.ts'
import { db } from './database.server.ts'

const MOST_FAILURES = 5
const PAUSE_S = 60
// Longer than any call may last. It matters only where the process that made the probe has died.
const PROBE_S = 90
// How long a breaker that was seen open is refused from memory, without asking the store.
const REFUSED_MS = 1000

// How long a name that nothing spoke against is trusted, without asking the store.
const TRUSTED_MS = 1000

const seenOpen = new LRUCache<string, number>({ max: 1000 })
const seenWell = new LRUCache<string, true>({ max: 1000, ttl: TRUSTED_MS })

/** Forgets what this process has seen of all names, as the store that it was seen in was emptied. */
export function forgetBreakers(): void {
  seenOpen.clear()
  seenWell.clear()
}

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
  if (seenWell.has(name)) return false
  const openUntil = seenOpen.get(name)
  if (openUntil !== undefined) throw new BreakerOpenError(name, toSeconds(openUntil - performance.now()))
  const state = await findState(name)
  if (!state) seenWell.set(name, true)
  const { isProbe, waitMs } = state ?? { isProbe: false, waitMs: null }
  if (isProbe || waitMs === null) return isProbe
  seenOpen.set(name, performance.now() + waitMs, { ttl: Math.max(1, Math.min(REFUSED_MS, waitMs)) })
  throw new BreakerOpenError(name, toSeconds(waitMs))
}

interface State {
  name: string
  isProbe: boolean
  waitMs: number | null
}

// The store's clock decides, and its lock on the row: of all who come when the pause is over one is the probe.
// Undefined where there were no failures lately. Many come at once, and ask together.
const findState = batched(async (names: string[]): Promise<(State | undefined)[]> => {
  const { rows } = await sql<State>`
    with over as (
      select host from host_breakers where host = any(${names}) and open_until <= now() order by host for update
    ), probe as (
      update host_breakers set open_until = now() + ${PROBE_S} * interval '1 second'
      from over where host_breakers.host = over.host returning over.host
    )
    select host as name, exists(select from probe where probe.host = host_breakers.host) as is_probe,
      (extract(epoch from open_until - now()) * 1000)::float8 as wait_ms
    from host_breakers where host = any(${names})
  `.execute(db)
  return names.map((name, index) => {
    const state = rows.find((row) => row.name === name)
    return state && { ...state, isProbe: state.isProbe && names.indexOf(name) === index }
  })
})

async function countFailure(name: string, isProbe: boolean): Promise<void> {
  seenWell.delete(name)
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
  if (seenWell.has(name)) return
  seenOpen.delete(name)
  await sql`delete from host_breakers where host = ${name}`.execute(db)
  seenWell.set(name, true)
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
