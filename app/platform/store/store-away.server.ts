import { setTimeout as sleep } from 'node:timers/promises'

// SQLSTATE of a server that shuts down, crashes or starts, and of connections that it refused or ended.
const AWAY = /^(57P0[123]|08\d\d\d)$/
// From the operating system. ENOENT: the socket of the embedded store is missing while that opens again.
const REFUSED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])
// The messages of the client, which have no code.
const LOST = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])
const LATE = new Set([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

/** The store keeps silent: it is frozen, or its packets get lost. */
export class StoreSilent extends Error {
  constructor() {
    super('The database does not answer.')
  }
}

const CONNECT_WITHIN_MS = 2000
const PAUSE_MS = 100

/** Returns true if the store refused or ended the connection, as it does while it restarts. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost) // one for each address of a host
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing file has the code ENOENT too.
  if (code !== undefined && REFUSED.has(code)) return code !== 'ENOENT' || syscall === 'connect'
  return (code !== undefined && AWAY.test(code)) || LOST.has(error.message)
}

/** Returns true if an error means that the store is unavailable for the moment. That ends by itself. */
export const isStoreAway = (error: unknown): boolean =>
  isConnectionLost(error) ||
  error instanceof StoreSilent ||
  (error instanceof Error && LATE.has(error.message))

// SQLSTATE of errors that lie in what was to be stored: wrong or too large values, broken constraints.
const OF_THE_DATA = /^(22|23|54)/
// Of a deadlock, or of a transaction that must be run again: Postgres has undone all of it.
const UNDONE = new Set(['40P01', '40001'])

const readState = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error ? (error as NodeJS.ErrnoException).code : undefined

/**
 * Returns true if the store failed, and not what it was asked to store: it is away, a deadlock, a time-out, no memory.
 * That says nothing about a record, so the work is tried again.
 */
export function isStoreFailure(error: unknown): boolean {
  const state = readState(error)
  return isStoreAway(error) || (state !== undefined && !OF_THE_DATA.test(state))
}

/** Connects to the store. While it refuses, as when it restarts, this tries again for two seconds. */
export async function connectPatiently<T>(connect: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + CONNECT_WITHIN_MS
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (!isConnectionLost(error) || Date.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Runs a transaction with `execute`. Runs it a second time if its connection is lost before the commit was sent, or after a
 * deadlock, because then nothing was written. Returns what `run` returns. `run` must change nothing but the store.
 */
export async function runTransaction<Trx, T>(
  execute: (run: (trx: Trx) => Promise<T>) => Promise<T>,
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  let isEnding = false
  const runToEnd = async (trx: Trx) => {
    const result = await run(trx)
    isEnding = true
    return result
  }
  try {
    return await execute(runToEnd)
  } catch (error) {
    const isUndone = UNDONE.has(readState(error) ?? '')
    if (!isUndone && (isEnding || !isConnectionLost(error))) throw error
    return execute(runToEnd)
  }
}
