import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

const MAX_CONNECTIONS = 2000
const HARD_LIMIT = MAX_CONNECTIONS + 500 // for connections that open faster than others are closed

/**
 * Answers requests with a listener, and makes room for new connections. Above 2,000, each new connection closes another: the oldest one without a request,
 * or, if all have sent one, those that are idle between two requests.
 */
export function answerLimited(server: Server, listener: RequestListener): void {
  const withoutRequest = new Set<Socket>() // oldest first
  let open = 0
  server.maxConnections = HARD_LIMIT
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      withoutRequest.delete(socket)
    })
    if (open > MAX_CONNECTIONS) makeRoom()
    withoutRequest.add(socket)
  })
  // One function for both: with two listeners Node copies their list on every request.
  server.on('request', (request, response) => {
    withoutRequest.delete(request.socket)
    listener(request, response)
  })

  function makeRoom() {
    const [oldest] = withoutRequest
    if (oldest) oldest.destroy()
    else server.closeIdleConnections()
  }
}
