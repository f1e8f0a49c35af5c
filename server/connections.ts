import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { toNetwork } from '../app/shared/http.ts'

const MAX_CONNECTIONS = 2000
const BEYOND = 500 // for connections that open faster than others are closed

interface Connection {
  socket: Socket
  network: string
  /** The number of its last request, counted over all connections; 0 before the first. The lowest is the idlest. */
  lastRequest: number
  /** Its requests without a complete response. */
  running: number
}

/**
 * Answers requests with a listener, and makes room for new connections. At the maximum, the idlest of the network
 * that has the most are closed. So no network can keep the others out.
 */
export function answerLimited(server: Server, listener: RequestListener, maximum = MAX_CONNECTIONS): void {
  const connections = new Map<Socket, Connection>() // oldest first
  let requests = 0
  server.maxConnections = maximum + BEYOND
  server.on('connection', (socket: Socket) => {
    if (connections.size >= maximum) makeRoom()
    const network = toNetwork(socket.remoteAddress ?? '')
    connections.set(socket, { socket, network, lastRequest: 0, running: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // One function for both: with two listeners Node copies their list on every request.
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection) connection.lastRequest = requests += 1
    listener(request, response)
    if (response.writableEnded || !connection) return
    connection.running += 1
    response.once('close', () => (connection.running -= 1))
  })

  // The search takes some 0.2 ms at 2,000 connections, so it makes room for several at once.
  function makeRoom() {
    const all = [...connections.values()]
    const most = findLargest(all)
    const idle = all.filter(({ running }) => running === 0)
    const largest = idle.filter(({ network }) => most.has(network))
    const idlest = (largest.length > 0 ? largest : idle).toSorted(
      (one, other) => one.lastRequest - other.lastRequest,
    )
    for (const { socket } of idlest.slice(0, Math.ceil(maximum / 100))) {
      connections.delete(socket)
      socket.destroy()
    }
  }
}

/** Returns the networks with the most connections. */
function findLargest(connections: Connection[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { network } of connections) counts.set(network, (counts.get(network) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return new Set([...counts].filter(([, count]) => count === most).map(([network]) => network))
}
