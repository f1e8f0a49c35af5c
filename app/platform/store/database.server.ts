import { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction as KyselyTransaction } from 'kysely'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../../db/tables.ts'
import { socketDir } from './embedded-store.server.ts'
import { env } from '../env.server.ts'
import { singleton } from '../singleton.server.ts'
import { connectPatiently, runTransaction, StoreSilent } from './store-away.server.ts'
import { traceQuery } from '../traces.server.ts'

/** An open transaction. */
export type Transaction = KyselyTransaction<Tables>
/** Runs queries, either separately or in the caller's transaction. */
export type Database = Kysely<Tables>

/** True if the database is the embedded one, and not a Postgres server. */
export const isEmbedded = env.DATABASE_URL === undefined

/** Returns which store this process uses, in one line without a password. */
export function describeStore(): string {
  if (env.DATABASE_URL === undefined) return `the embedded store in ${env.DATA_DIR}`
  const { user, host, port, database } = new Client({ connectionString: env.DATABASE_URL })
  return `Postgres at ${host}:${port}, database ${database}, as ${user}`
}

// Longer than any statement may take (statement_timeout below).
const SOCKET_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 10_000

/**
 * The connection pool of this process, to a Postgres server or to the socket of the embedded store. Embedded, it has a
 * single connection: inside a transaction use only the transaction, or the process waits for itself.
 */
export const pool = singleton('pool', () =>
  openPool(
    isEmbedded
      ? {
          host: socketDir(env.DATA_DIR),
          user: 'postgres',
          database: 'postgres',
          max: 1,
          idleTimeoutMillis: 0,
        }
      : { ...toServer(), max: 10, statement_timeout: 15_000, stream: createSocketWithTimeout },
  ),
)

function toServer(): PoolConfig {
  return {
    connectionString: env.DATABASE_URL,
    // Compiling a statement takes Postgres up to a second. None of ours runs long enough to win that back.
    options: '-c jit=off',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
}

function openPool(settings: PoolConfig): Pool {
  const opened = new Pool(settings)
  opened.on('error', () => {}) // the server closed an idle connection; the next query opens another
  opened.on('connect', (client) => client.on('error', () => {})) // the query on that connection throws the error
  opened.on('connect', nameStatements)
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) opened.on('connect', traceQueries)
  return opened
}

const prepared = singleton('prepared statements', () => new Map<string, number>())

/** Has each connection of the pool prepare a statement when it first runs there. Returns the text of the statement. */
export function toPrepared(text: string): string {
  if (!prepared.has(text)) prepared.set(text, prepared.size)
  return text
}

/** Names the prepared statements. The embedded store has one session for all its connections, so the names must differ. */
function nameStatements(client: PoolClient): void {
  const session = uuidv7()
  wrapQuery(client, (query, text, given) => {
    const number = prepared.get(text)
    if (number === undefined) return query(...given)
    const [first, values] = given
    const config = typeof first === 'string' ? { text, values } : (first as object)
    return query({ ...config, name: `${session}_${number}` })
  })
}

/** Makes a span of each statement that is awaited on a connection. */
function traceQueries(client: PoolClient): void {
  wrapQuery(client, (query, text, given) => traceQuery(text, () => query(...given) as Promise<unknown>))
}

type Query = (...given: unknown[]) => unknown

/**
 * Has `run` run each statement that is awaited on a connection. `pool.query` passes a callback instead: it may run in the
 * context of another request.
 */
function wrapQuery(client: PoolClient, run: (query: Query, text: string, given: unknown[]) => unknown): void {
  const query = client.query.bind(client) as Query
  const wrapped: Query = (...given) => {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text?: unknown }).text
    if (typeof text !== 'string' || typeof given.at(-1) === 'function') return query(...given)
    return run(query, text, given)
  }
  client.query = wrapped as typeof client.query
}

const sockets = singleton('database sockets', () => new Set<Socket>())

/** Makes the socket of a connection. Without a timeout, a frozen connection would block its query for ever. */
export function createSocketWithTimeout(): Socket {
  const socket = new Socket()
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  return socket.setTimeout(SOCKET_TIMEOUT_MS, () => socket.destroy(new StoreSilent()))
}

/** Ends all connections to a Postgres server that does not answer, so that the next queries open new ones. */
export function dropConnections(): void {
  for (const socket of sockets) socket.destroy(new StoreSilent())
}

/** Returns a connection of the pool, for which it waits a little while the store restarts. The caller releases it. */
export const connectToStore = (): Promise<PoolClient> => connectPatiently(() => pool.connect())

/** Translates between the snake_case names of the database and the camelCase names of the code. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Runs queries outside a transaction, each on a connection of the pool. */
export const db: Database = toDatabase(pool)

function toDatabase(opened: Pool): Database {
  const connect = () => connectPatiently(() => opened.connect())
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => opened.end(), options: {} } }),
    plugins: [camelCase],
  })
}

/**
 * Runs `run` on a connection of its own, where a statement may take any time. The embedded store has only the one of the
 * pool, which has no time-out.
 */
export async function withPatientConnection(run: (database: Database) => Promise<void>): Promise<void> {
  if (isEmbedded) return run(db)
  const patient = toDatabase(openPool({ ...toServer(), max: 1, idleTimeoutMillis: 0 }))
  try {
    await sql`set statement_timeout = 0`.execute(patient) // the role has its own, for PgBouncer
    await run(patient)
  } finally {
    await patient.destroy()
  }
}

/**
 * Runs queries in a transaction and returns what `run` returns. If the connection is lost before the commit, `run` is
 * called a second time. So `run` must change nothing but the database.
 */
export const transact = <T>(run: (trx: Transaction) => Promise<T>): Promise<T> =>
  runTransaction((once) => db.transaction().execute(once), run)

/**
 * Reads in one transaction that sees the store as it was at the start of the transaction. Returns what `read` returns.
 */
export const readStore = <T>(read: (trx: Transaction) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx) // a large table takes longer than a page may
      return read(trx)
    })
