import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batched } from './batched.server.ts'
import { db } from './store/database.server.ts'

const MAX_FAILURES = 5
const PAUSE_S = 60
// Longer than any call may last. It matters only if the process that made the probe has died.
const PROBE_S = 90
// The time for which this process refuses calls to an open breaker without a query.
const OPEN_CACHE_MS = 1000
// The time for which this process lets calls through a closed breaker without a query.
const CLOSED_CACHE_MS = 1000

const knownOpen = new LRUCache<string, number>({ max: 1000 })
const knownClosed = new LRUCache<string, true>({ max: 1000, ttl: CLOSED_CACHE_MS })

/** Clears this process's cache of all breakers, for tests that empty the database. */
export function forgetBreakers(): void {
  knownOpen.clear()
  knownClosed.clear()
}

/**
 * No call was made, because calls under this name failed too often. `retryAfterS` seconds later it may be tried again.
 */
export class BreakerOpenError extends Error {
  readonly retryAfterS: number

  constructor(name: string, retryAfterS: number) {
    super(`${name} is left alone for ${retryAfterS} s`)
    this.name = 'BreakerOpenError'
    this.retryAfterS = retryAfterS
  }
}

/**
 * Runs a call to a remote server and returns or throws what `run` does. Counts outages in a row under `name`, for all
 * processes together. After five of them it throws BreakerOpenError for 60 s. Then one call may try again. Other
 * errors, for which `isOutage` is false, count as an answer. Do not use it inside a transaction.
 */
export async function withCircuitBreaker<T>(
  name: string,
  run: () => Promise<T>,
  isOutage: (error: unknown) => boolean,
): Promise<T> {
  const isProbe = await admit(name)
  const [outcome] = await Promise.allSettled([run()])
  if (outcome.status === 'fulfilled') {
    await close(name)
    return outcome.value
  }
  await (isOutage(outcome.reason) ? countFailure(name, isProbe) : close(name))
  throw outcome.reason
}

/** Returns true if the call is the probe after a pause. Throws BreakerOpenError during a pause. */
async function admit(name: string): Promise<boolean> {
  if (knownClosed.has(name)) return false
  const openUntil = knownOpen.get(name)
  if (openUntil !== undefined) throw new BreakerOpenError(name, toSeconds(openUntil - performance.now()))
  const state = await findState(name)
  if (!state) knownClosed.set(name, true)
  const { isProbe, waitMs } = state ?? { isProbe: false, waitMs: null }
  if (isProbe || waitMs === null) return isProbe
  knownOpen.set(name, performance.now() + waitMs, { ttl: Math.max(1, Math.min(OPEN_CACHE_MS, waitMs)) })
  throw new BreakerOpenError(name, toSeconds(waitMs))
}

interface State {
  name: string
  isProbe: boolean
  waitMs: number | null
}

// The database decides with its clock and a row lock. So only one call of all processes is the probe after a pause.
// Undefined if there were no failures since the last success. Simultaneous calls share one query.
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
  knownClosed.delete(name)
  await sql`
    insert into host_breakers as held (host, failures) values (${name}, 1)
    on conflict (host) do update set
      failures = held.failures + 1,
      open_until = case
        when held.failures + 1 >= ${MAX_FAILURES} and (held.open_until is null or ${isProbe})
        then now() + ${PAUSE_S} * interval '1 second' else held.open_until end
  `.execute(db)
}

/** Lists the names whose calls failed too often in the last day, and have not succeeded since. */
export async function listOpenBreakers(): Promise<string[]> {
  const open = db
    .selectFrom('hostBreakers')
    .select('host')
    .where('openUntil', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('host')
  return (await open.execute()).map(({ host }) => host)
}

async function close(name: string): Promise<void> {
  if (knownClosed.has(name)) return
  knownOpen.delete(name)
  await sql`delete from host_breakers where host = ${name}`.execute(db)
  knownClosed.set(name, true)
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
