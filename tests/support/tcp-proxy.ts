import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface TcpProxy {
  port: number
  /** Stops passing data and closes no connection, like a pulled cable. */
  freeze: () => void
  /** Passes data again. What was sent meanwhile is lost. */
  thaw: () => void
  close: () => void
}

/** Starts a proxy in front of a loopback port. `alter` may change the bytes of responses. */
export async function startTcpProxy(
  port: number,
  alter: (answer: Buffer) => Buffer = (answer) => answer,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const join = (from: Socket, to: Socket, change = (bytes: Buffer) => bytes) => {
    sockets.add(from)
    from.on('data', (bytes) => isFrozen || to.write(change(bytes)))
    from.on('error', () => {})
    from.on('close', () => isFrozen || to.destroy())
  }
  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1')
    join(socket, target)
    join(target, socket, alter)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
