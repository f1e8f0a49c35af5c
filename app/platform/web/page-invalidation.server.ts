import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import {
  createSocketWithTimeout,
  db,
  dropConnections,
  isEmbedded,
  pool,
  type Transaction,
  transact,
} from '../store/database.server.ts'
import { isStoreAway, StoreSilent } from '../store/store-away.server.ts'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'
import { singleton } from '../singleton.server.ts'
import { hasDiskSpace, DISK_FULL } from '../disk-space.server.ts'

const POLL_MS = 1000
const QUERY_TIMEOUT_MS = 5000 // the next query gets another connection
const CONNECT_TIMEOUT_MS = 2500
const STALLED_MS = 2 * QUERY_TIMEOUT_MS
const PATIENCE_MS = 400
// The embedded store has one connection, which a long transaction of ours may hold for seconds.
const MOST_SILENT_POLLS = isEmbedded ? 10 : 3
const GAP_MS = 60_000 // after a longer gap, all pages are in doubt

/** The tag of every page, for writes that cannot name the pages that they make stale. */
export const EVERY_PAGE = '*'

/** Stores the tags of pages that every process must invalidate, in the transaction that makes them stale. */
export async function invalidatePages(trx: Transaction, tags: string[]): Promise<void> {
  if (tags.length === 0) return
  const named = namedTags.get(trx)
  for (const tag of tags) named?.push(tag)
  await trx
    .insertInto('pageDrops')
    .values({ id: uuidv7(), tags: [...new Set(tags)] })
    .execute()
}

/** The tags that each write names. Triggers of the database store others. */
const namedTags = new WeakMap<Transaction, string[]>()

/** Deletes rows that every running process has read long ago. */
export async function pruneInvalidations(): Promise<void> {
  await db
    .deleteFrom('pageDrops')
    .where('createdAt', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .execute()
}

/** What became stale. With `doubt`, an unknown part of everything: some tags may have been missed. */
export type StaleTags = string[] | 'everything' | 'doubt'

type Listener = (tags: StaleTags) => unknown

interface State {
  listeners: Map<string, Listener>
  isFollowing: boolean
  /** Rows of transactions before this one were all read. Undefined: nothing was read yet. */
  since?: string | undefined
  /** Ids of the later rows that were handled already. */
  handled: Set<string>
  lastPullAt: number
  /** Polls since the last answer of the store. Unlike a time, they do not grow while this process is stopped. */
  silentPolls: number
  pulling: Promise<void>
  nextPull?: Promise<void>
  /** Receives NOTIFY and reads the rows. Undefined while it is closed; the next poll opens it again. */
  connection?: Promise<Client | undefined> | undefined
}

const state = singleton('page drops', (): State => ({
  listeners: new Map(),
  isFollowing: false,
  handled: new Set(),
  lastPullAt: 0,
  silentPolls: 0,
  pulling: Promise.resolve(),
}))

/**
 * Runs one write in a transaction and returns what `run` returns. After that, this process serves no page that the
 * write made stale; other processes follow within a second. If the store goes away right after the commit, pages that
 * only triggers of the database name may be sent for a minute, as stale. Throws an Error if the disk is full.
 */
export async function write<T>(run: (trx: Transaction) => Promise<T>): Promise<T> {
  if (!(await hasDiskSpace())) throw new Error(DISK_FULL)
  const named: string[] = []
  const dropNamed = () => notifyListeners(toStaleTags(named))
  const result = await transact((trx) => {
    namedTags.set(trx, named)
    return run(trx)
  }).catch((error: unknown) => {
    if (isStoreAway(error)) void dropNamed() // it may be committed all the same
    throw error
  })
  // The write is committed, so it must not fail now, although the store went away.
  await pullPageDrops().catch(() => Promise.all([notifyListeners('doubt'), dropNamed()]))
  return result
}

const toStaleTags = (tags: string[]): StaleTags => (tags.includes(EVERY_PAGE) ? 'everything' : tags)

/** Drops every page in all processes, for a change that is no write. */
export const dropEveryPage = (): Promise<void> => write((trx) => invalidatePages(trx, [EVERY_PAGE]))

/**
 * Registers a listener for the tags of stale pages, after this process has called `followInvalidations`. A second listener
 * with the same name replaces the first. A write waits for the promises that listeners return.
 */
export function onInvalidation(name: string, listener: Listener): void {
  state.listeners.set(name, listener)
}

/** Returns true if this process receives the invalidations of every write, so that it may cache query results. */
export const isFollowingInvalidations = () => state.isFollowing

/** Returns true if this process has read the invalidations of all writes up to 10 seconds ago. */
export const isUpToDate = () => state.isFollowing && Date.now() - state.lastPullAt < STALLED_MS

/** Returns true if the store has not answered the last polls of this process. */
export const isStoreSilent = () => state.silentPolls > MOST_SILENT_POLLS

/**
 * Runs work that only reads and returns its result. Rejects with `StoreSilent` if the work is not done within 0.4 seconds
 * while the store has been silent. Without it, a request waits for a frozen store until the time-out of its connection.
 */
export async function whileStoreAnswers<T>(work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setInterval(() => isStoreSilent() && reject(new StoreSilent()), PATIENCE_MS)
  return Promise.race([work(), promise]).finally(() => clearInterval(timer))
}

/** Returns when the invalidations of all processes were read last, in milliseconds since 1970. */
export const readFreshAt = () => state.lastPullAt

/** Reads the invalidations of all processes from now on, until `stop` is called. */
export async function followInvalidations(): Promise<{ stop: () => Promise<void> }> {
  state.since = (await readDrops().catch(() => undefined))?.xmin
  state.isFollowing = true
  state.lastPullAt = Date.now()
  state.silentPolls = 0
  const timer = setInterval(() => {
    state.silentPolls += 1
    void pullPageDrops().catch(() => {})
    void listen()
  }, POLL_MS)
  await listen()
  return {
    async stop() {
      clearInterval(timer)
      state.isFollowing = false
      await notifyListeners('everything')
      await state.pulling.catch(() => {})
      await (await state.connection)?.end().catch(() => {})
    },
  }
}

async function notifyListeners(tags: StaleTags): Promise<void> {
  await Promise.all([...state.listeners.values()].map((listener) => listener(tags)))
}

function pullPageDrops(): Promise<void> {
  if (!state.isFollowing) return Promise.resolve()
  // A pull that has started may have read before the caller's commit. All callers share the next one.
  state.nextPull ??= state.pulling
    .catch(() => {})
    .then(() => {
      state.pulling = state.nextPull ?? Promise.resolve()
      state.nextPull = undefined
      return readNewDrops()
    })
  return state.nextPull
}

async function readNewDrops(): Promise<void> {
  const now = Date.now()
  const { since, connection } = state
  const { xmin, drops } = await withTimeout(readDrops(since))
  const isSure = since !== undefined && BigInt(since) <= BigInt(xmin) && now - state.lastPullAt <= GAP_MS
  if (!isSure) await notifyListeners('doubt')
  state.lastPullAt = now
  state.silentPolls = 0
  const tags = drops.filter((drop) => !state.handled.has(drop.id)).flatMap((drop) => drop.tags)
  if (tags.length > 0) await notifyListeners(toStaleTags(tags))
  state.since = state.connection === connection ? xmin : undefined // it ended meanwhile
  state.handled = new Set(drops.map((drop) => drop.id))
}

interface Drops {
  /** The oldest transaction that had not ended. The rows of earlier ones are visible, and were read. */
  xmin: string
  drops: { id: string; tags: string[] }[]
}

// Transactions do not commit in the order in which they begin. So the next reading starts at the oldest open one, and
// the ids of later rows are kept. One statement reads both from one snapshot; without `since` no rows.
const READ_DROPS = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, coalesce((
    select json_agg(json_build_object('id', id, 'tags', tags)) from page_drops where xact >= $1::xid8
  ), '[]') as drops`

async function readDrops(since?: string): Promise<Drops> {
  // A connection of its own: those of the pool may all be busy, which says nothing about the store.
  const { rows } = await ((await state.connection) ?? pool).query<Drops>(READ_DROPS, [since ?? null])
  const [read] = rows
  if (!read) throw new Error('The store does not answer.')
  return read
}

function withTimeout<T>(query: Promise<T>): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  const giveUp = async () => {
    await sleep(QUERY_TIMEOUT_MS, undefined, { signal })
    await nextTurn(undefined, { signal }) // a process that was stopped itself reads first what has arrived
    if (await state.connection) dropConnections() // a busy pool says nothing about the store
    throw new StoreSilent()
  }
  return Promise.race([query, giveUp()]).finally(() => over.abort())
}

// NOTIFY is only faster than the poll, so a broken connection is only logged.
async function listen(): Promise<void> {
  if (isEmbedded) return
  state.connection ??= openConnection().catch((error: unknown) => {
    log.warn({ err: error }, 'page_drops.listener_failed')
    state.connection = undefined
    return undefined
  })
  await state.connection
}

async function openConnection(): Promise<Client> {
  const client = new Client({
    connectionString: env.DATABASE_URL,
    application_name: 'broadsheet page_drops',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUERY_TIMEOUT_MS,
    stream: createSocketWithTimeout,
  })
  client.on('notification', () => void pullPageDrops().catch(() => {}))
  client.on('error', (error) => log.warn({ err: error }, 'page_drops.listener_lost'))
  client.once('end', () => {
    state.connection = undefined
    state.since = undefined // another server may have taken over, which gives numbers anew
  })
  await client.connect()
  await client.query('listen page_drops')
  return client
}
