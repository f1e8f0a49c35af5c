import { Socket } from 'node:net'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import { Pool } from 'pg'
import type { Tables } from '../db/tables.ts'
import { socketDir } from './embedded-store.server.ts'
import { env } from './env.server.ts'
import { remember } from './remember.server.ts'

export type Transaction = KyselyTransaction<Tables>
/** Either runs a query on its own or inside the caller's transaction. */
export type Database = Kysely<Tables>

export const isEmbedded = env.DATABASE_URL === undefined

// Longer than any statement may take: after that, no answer will come.
const SILENCE_MS = 20_000
const KEEP_ALIVE_MS = 10_000

/**
 * The one pool of this process, to a server Postgres or to the embedded store's socket.
 * Embedded it has a single connection: inside a transaction use only the transaction, or the process waits for itself.
 */
export const pool = remember('pool', () => openPool())

function openPool(): Pool {
  const opened = new Pool(
    isEmbedded
      ? {
          host: socketDir(env.DATA_DIR),
          user: 'postgres',
          database: 'postgres',
          max: 1,
          idleTimeoutMillis: 0,
        }
      : {
          connectionString: env.DATABASE_URL,
          max: 10,
          statement_timeout: 15_000,
          connectionTimeoutMillis: 10_000,
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
          stream: impatientSocket,
        },
  )
  opened.on('error', () => {}) // an idle connection that the server closed; the next query opens another
  opened.on('connect', (client) => client.on('error', () => {})) // one in use: its query fails and says so
  return opened
}

/** A connection that freezes ends with the query that waits for it, instead of keeping both for ever. */
function impatientSocket(): Socket {
  const socket = new Socket()
  return socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('The database does not answer.')))
}

/** Between the names of the tables, the spec's, and those of the code. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

export const db: Database = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  plugins: [camelCase],
})

/** Reads in one transaction that sees the store as it is at its beginning, whatever others write meanwhile. */
export const readStore = <T>(read: (trx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
