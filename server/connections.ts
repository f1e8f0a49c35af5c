import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 2000
const WALL = MOST + 500 // nobody comes past it, however fast

/**
 * Keeps a place for newcomers. Of 2,000 connections, each one more ends another: the one that has asked for nothing for
 * longest; where all have asked, those that wait between two requests.
 */
export function limitConnections(server: Server): void {
  const silent = new Set<Socket>() // in the order in which they came
  let open = 0
  server.maxConnections = WALL
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
    })
    if (open > MOST) endOne()
    silent.add(socket)
  })
  server.on('request', ({ socket }) => silent.delete(socket))

  function endOne() {
    const [oldest] = silent
    if (oldest) oldest.destroy()
    else server.closeIdleConnections()
  }
}
