import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

const MAX_CONNECTIONS = 32
const PROTOCOL_VERSION = 196_608 // 3.0, the number a connection begins with

// Messages of the Postgres protocol (message formats, chapter 54.7) after which the store owes an answer.
const ENDS_EXCHANGE = new Set(Array.from('SQHFcf', (type) => type.charCodeAt(0)))

/**
 * Lets Postgres clients reach the embedded store on a unix socket. The store has a single session: clients take
 * turns, one exchange at a time, and one that has begun a transaction keeps its turn until the transaction ends.
 * An exchange goes to the store whole, which costs a third of handing its messages over one by one.
 */
export async function serveSocket(store: PGlite, path: string): Promise<{ close: () => Promise<void> }> {
  const takeTurn = createTurns()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    attend(socket, store, takeTurn)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(path)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await takeTurn() // the last one: nobody is served after it
    },
  }
}

type EndTurn = () => void
type TakeTurn = () => Promise<EndTurn>

function createTurns(): TakeTurn {
  let last = Promise.resolve()
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = last.then(() => resolve)
    last = promise
    return turn
  }
}

function attend(socket: Socket, store: PGlite, takeTurn: TakeTurn): void {
  let received: Buffer = Buffer.alloc(0)
  let hasBegun = false
  let work = Promise.resolve()
  let endTurn: EndTurn | undefined

  const answer = async (exchange: Buffer) => {
    if (socket.destroyed) return
    endTurn ??= await takeTurn()
    socket.cork()
    await store.runExclusive(() =>
      store.execProtocolRawStream(exchange, { onRawData: (bytes) => void socket.write(Buffer.from(bytes)) }),
    )
    socket.uncork()
    if (!store.isInTransaction()) leave()
  }
  const leave = () => {
    endTurn?.()
    endTurn = undefined
  }
  const giveUp = async () => {
    if (endTurn && store.isInTransaction()) await store.exec('rollback')
    leave()
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
  socket.on('close', () => (work = work.then(giveUp)))
}

/** Bytes of the message that begins a connection, 0 until it is whole; NaN for another protocol. */
function measureStart(bytes: Buffer): number {
  if (bytes.length < 8) return 0
  if (bytes.readInt32BE(4) !== PROTOCOL_VERSION) return Number.NaN
  const length = bytes.readInt32BE(0)
  return length <= bytes.length ? length : 0
}

/** Bytes up to the end of the last whole exchange. Saying goodbye is no exchange: the client hangs up by itself. */
function measureExchanges(bytes: Buffer): number {
  let whole = 0
  for (let at = 0; at + 5 <= bytes.length;) {
    const type = bytes[at] ?? 0
    at += 1 + bytes.readInt32BE(at + 1)
    if (at <= bytes.length && ENDS_EXCHANGE.has(type)) whole = at
  }
  return whole
}
