import { sql } from 'kysely'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { db, isEmbedded, type Transaction } from './database.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { remember } from './remember.server.ts'
import { hasRoom, NO_ROOM } from './room.server.ts'

const POLL_MS = 1000
const LOOK_MS = 5000 // how long one look may take: the next one has another connection
const STALLED_MS = 2 * LOOK_MS
const MEMORY_MS = 120_000 // how long a row counts as news: longer than any transaction may hold it back

/** Stands for every page, where nobody can say which went stale. */
export const EVERY_PAGE = '*'

/** Says, inside the transaction that makes them stale, which cached pages every process has to drop. */
export async function dropPages(trx: Transaction, tags: string[]): Promise<void> {
  if (tags.length > 0)
    await trx
      .insertInto('pageDrops')
      .values({ id: uuidv7(), tags: [...new Set(tags)] })
      .execute()
}

/** Forgets rows that every running process has read long ago. */
export async function prunePageDrops(): Promise<void> {
  await db
    .deleteFrom('pageDrops')
    .where('createdAt', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .execute()
}

type Listener = (tags: string[] | 'everything') => unknown

interface Watch {
  listeners: Map<string, Listener>
  isFollowing: boolean
  /** Ids of the rows that were news already. */
  seen: Set<string>
  lastPullAt: number
  pulling: Promise<void>
  nextPull?: Promise<void>
  /** Undefined while it is not open, which the next look mends. */
  wire?: Promise<Client | undefined> | undefined
}

const watch = remember('page drops', (): Watch => ({
  listeners: new Map(),
  isFollowing: false,
  seen: new Set(),
  lastPullAt: 0,
  pulling: Promise.resolve(),
}))

/**
 * Runs one write in a transaction; when it returns, this process serves no page that the write made stale.
 * Other processes follow within a second. Throws where the store has no room.
 */
export async function write<T>(run: (trx: Transaction) => Promise<T>): Promise<T> {
  if (!(await hasRoom())) throw new Error(NO_ROOM)
  const result = await db.transaction().execute(run)
  // What is committed is done, even if the news of it cannot be read: then no page can be trusted.
  await pullPageDrops().catch(() => tell('everything'))
  return result
}

/**
 * Calls back with the names of what went stale, once this process follows the news. One listener a name; a write returns
 * when what they promise is done.
 */
export function onPageDrop(name: string, listener: Listener): void {
  watch.listeners.set(name, listener)
}

/** Whether this process hears of every write, so that it may keep what it has read. */
export const followsPageDrops = () => watch.isFollowing

/** Whether it has heard of every write until a moment ago. */
export const isUpToDate = () => watch.isFollowing && Date.now() - watch.lastPullAt < STALLED_MS

/** Follows which pages went stale, by whichever process, until it is stopped. */
export async function followPageDrops(): Promise<{ stop: () => Promise<void> }> {
  watch.isFollowing = true
  watch.lastPullAt = Date.now()
  const timer = setInterval(() => {
    void pullPageDrops().catch(() => {})
    void listen()
  }, POLL_MS)
  await listen()
  return {
    async stop() {
      clearInterval(timer)
      watch.isFollowing = false
      await tell('everything')
      await watch.pulling.catch(() => {})
      await (await watch.wire)?.end().catch(() => {})
    },
  }
}

async function tell(tags: string[] | 'everything'): Promise<void> {
  await Promise.all([...watch.listeners.values()].map((listener) => listener(tags)))
}

function pullPageDrops(): Promise<void> {
  if (!watch.isFollowing) return Promise.resolve()
  // One that has begun may have read before the caller committed; one that still waits serves everyone who asks.
  watch.nextPull ??= watch.pulling
    .catch(() => {})
    .then(() => {
      watch.pulling = watch.nextPull ?? Promise.resolve()
      watch.nextPull = undefined
      return readNews()
    })
  return watch.nextPull
}

// Rows are remembered one by one rather than by the highest id: transactions commit in another order than they began.
async function readNews(): Promise<void> {
  const now = Date.now()
  const rows = await withinLook(listRecent())
  if (now - watch.lastPullAt > MEMORY_MS / 2) await tell('everything') // the store was away: something may have been missed
  watch.lastPullAt = now
  const news = rows.filter((row) => !watch.seen.has(row.id))
  const tags = news.flatMap((row) => row.tags)
  if (tags.length > 0) await tell(tags.includes(EVERY_PAGE) ? 'everything' : tags)
  watch.seen = new Set(rows.map((row) => row.id))
}

function listRecent() {
  const since = sql<Date>`clock_timestamp() - make_interval(secs => ${MEMORY_MS / 1000})`
  return db.selectFrom('pageDrops').select(['id', 'tags']).where('createdAt', '>', since).execute()
}

function withinLook<T>(looking: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The store does not answer.')), LOOK_MS)
  return Promise.race([looking, promise]).finally(() => clearTimeout(timer))
}

// NOTIFY only makes it faster than the poll, so a connection that breaks is no more than a log line.
async function listen(): Promise<void> {
  if (isEmbedded) return
  watch.wire ??= openWire().catch((error: unknown) => {
    log.warn({ err: error }, 'page_drops.listener_failed')
    watch.wire = undefined
    return undefined
  })
  await watch.wire
}

async function openWire(): Promise<Client> {
  const wire = new Client({
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: LOOK_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: LOOK_MS,
  })
  wire.on('notification', () => void pullPageDrops().catch(() => {}))
  wire.on('error', (error) => log.warn({ err: error }, 'page_drops.listener_lost'))
  wire.once('end', () => (watch.wire = undefined))
  await wire.connect()
  await wire.query('listen page_drops')
  return wire
}
