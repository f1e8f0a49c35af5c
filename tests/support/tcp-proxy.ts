import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Passes nothing on any more, and tells nobody: as when a cable is pulled. */
  freeze: () => void
  close: () => void
}

/** Stands in front of a loopback port and passes on what goes either way; of answers, what `alter` makes of them. */
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
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
