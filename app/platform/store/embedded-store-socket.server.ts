import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

const MAX_CONNECTIONS = 32
const PROTOCOL_VERSION = 196_608 // 3.0, the number a connection begins with

// The messages of the Postgres protocol that the embedded database answers (message formats, chapter 54.7).
const ENDS_EXCHANGE = new Set(Array.from('SQHFcf', (type) => type.charCodeAt(0)))

/**
 * Lets Postgres clients reach the embedded store on a unix socket. The store has a single session, so one client at a
 * time holds a lock: for one exchange, or until its transaction ends. An exchange is a row of messages up to one that
 * is answered. It is passed on as a whole, which takes a third of the time of single messages.
 */
export async function serveSocket(store: PGlite, path: string): Promise<{ close: () => Promise<void> }> {
  const acquireLock = createLock()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveClient(socket, store, acquireLock)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(path)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await acquireLock() // and keep it, so that no other client is served
    },
  }
}

type ReleaseLock = () => void
type AcquireLock = () => Promise<ReleaseLock>

function createLock(): AcquireLock {
  let last = Promise.resolve()
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const acquired = last.then(() => resolve)
    last = promise
    return acquired
  }
}

function serveClient(socket: Socket, store: PGlite, acquireLock: AcquireLock): void {
  let received: Buffer = Buffer.alloc(0)
  let hasBegun = false
  let work = Promise.resolve()
  let releaseLock: ReleaseLock | undefined

  const answer = async (exchange: Buffer) => {
    if (socket.destroyed) return
    releaseLock ??= await acquireLock()
    socket.cork()
    await store.runExclusive(() =>
      store.execProtocolRawStream(exchange, { onRawData: (bytes) => void socket.write(Buffer.from(bytes)) }),
    )
    socket.uncork()
    if (!store.isInTransaction()) release()
  }
  const release = () => {
    releaseLock?.()
    releaseLock = undefined
  }
  const endSession = async () => {
    if (releaseLock && store.isInTransaction()) await store.exec('rollback')
    release()
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const length = hasBegun ? measureExchanges(received) : measureStart(received)
    if (length === 0) return
    if (Number.isNaN(length)) return void socket.destroy()
    hasBegun = true
    const exchange = received.subarray(0, length)
    received = received.subarray(length)
    work = work.then(() => answer(exchange))
  })
  socket.on('error', () => {}) // followed by close
  socket.on('close', () => (work = work.then(endSession)))
}

/** Returns the length of the first message of a connection; 0 until it is complete, NaN for another protocol. */
function measureStart(bytes: Buffer): number {
  if (bytes.length < 8) return 0
  if (bytes.readInt32BE(4) !== PROTOCOL_VERSION) return Number.NaN
  const length = bytes.readInt32BE(0)
  return length <= bytes.length ? length : 0
}

/**
 * Returns the length of all complete exchanges. A Terminate message is none: the client closes the connection itself.
 */
function measureExchanges(bytes: Buffer): number {
  let complete = 0
  for (let offset = 0; offset + 5 <= bytes.length;) {
    const type = bytes.readUInt8(offset)
    offset += 1 + bytes.readInt32BE(offset + 1)
    if (offset <= bytes.length && ENDS_EXCHANGE.has(type)) complete = offset
  }
  return complete
}
