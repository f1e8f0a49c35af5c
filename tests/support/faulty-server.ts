// An HTTP server for tests. It works well, and produces the faults of real servers on request.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** A request to a fake. */
export interface FakeRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** The response of a fake. */
export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  /** A text is sent as it is, any other value as JSON. */
  body?: unknown
}

/** A fault of a request. "Done" means that the request has its effect nevertheless. */
export type Fault =
  | { kind: 'drop' } // done; the connection breaks before the answer
  | { kind: 'fail'; status: number } // done; the answer is an error
  | { kind: 'delay'; ms: number } // done immediately; the answer arrives late
  | { kind: 'late'; ms: number } // done late; the client may have given up before
  | { kind: 'twice' } // done two times, as by a proxy that repeats
  | { kind: 'warn'; text: string } // done; a text stands before the data of the answer
  | { kind: 'gzip' } // done; the answer is compressed although the client does not accept that
  | { kind: 'drip'; everyMs: number } // done; the answer comes letter by letter
  | { kind: 'huge' } // done; the answer does not end
  | { kind: 'hang' } // not done, never answered
  | { kind: 'refuse' } // not done; the connection breaks
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown } // not done

/** Orders faults of a fake. */
export interface FaultControl {
  /** Orders a fault for the next requests that match: for `times` of them, after `skip` without a fault. */
  failNext: (fault: Fault, options?: FaultOptions) => void
  /** Cancels the ordered faults. Returns true if all of them had happened. */
  clearFaults: () => boolean
}

interface FaultOptions {
  times?: number
  skip?: number
  matches?: (request: FakeRequest) => boolean
}

/** A running fake. */
export interface FaultyServer extends FaultControl {
  /** Without a slash at the end. */
  url: string
  /** All requests, in order. */
  requests: FakeRequest[]
  close: () => Promise<void>
}

interface Order extends Required<FaultOptions> {
  fault: Fault
}

/** Starts a server with the responses of `handle`, on a free port unless one is given. */
export async function startFaultyServer(
  handle: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  port = 0,
): Promise<FaultyServer> {
  const requests: FakeRequest[] = []
  let orders: Order[] = []

  const takeFault = (request: FakeRequest): Fault | undefined => {
    const order = orders.find(({ times, matches }) => times > 0 && matches(request))
    if (!order) return undefined
    if (order.skip > 0) {
      order.skip -= 1
      return undefined
    }
    order.times -= 1
    return order.fault
  }

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await read(incoming)
    requests.push(request)
    const fault = takeFault(request)
    if (fault) await produceFault({ fault, work: () => handle(request), response })
    else send(response, await handle(request))
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (fault, { times = 1, skip = 0, matches = () => true } = {}) =>
      void orders.push({ fault, times, skip, matches }),
    clearFaults() {
      const happened = orders.every(({ times }) => times === 0)
      orders = []
      return happened
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const { method = 'GET', headers } = incoming
  const url = new URL(incoming.url ?? '/', `http://${headers.host}`)
  return { method, url, headers, body: await text(incoming) }
}

function send(response: ServerResponse, { status, headers, body }: FakeAnswer): void {
  const isJson = body !== undefined && typeof body !== 'string'
  const type = isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isJson ? JSON.stringify(body) : body)
}

interface FaultyExchange {
  fault: Fault
  work: () => FakeAnswer | Promise<FakeAnswer>
  response: ServerResponse
}

type Producer<K extends Fault['kind']> = (
  exchange: FaultyExchange & { fault: Extract<Fault, { kind: K }> },
) => unknown

const produceFault = (exchange: FaultyExchange) =>
  (PRODUCERS[exchange.fault.kind] as Producer<Fault['kind']>)(exchange)

const PRODUCERS: { [K in Fault['kind']]: Producer<K> } = {
  async drop({ work, response }) {
    await work()
    response.destroy()
  },
  async fail({ fault, work, response }) {
    await work()
    send(response, { status: fault.status, body: '<h1>Internal Server Error</h1>' })
  },
  async delay({ fault, work, response }) {
    const answer = await work()
    await sleep(fault.ms)
    send(response, answer)
  },
  async late({ fault, work, response }) {
    await sleep(fault.ms)
    send(response, await work())
  },
  async twice({ work, response }) {
    await work()
    send(response, await work())
  },
  async warn({ fault, work, response }) {
    const { body, ...answer } = await work()
    send(response, { ...answer, body: fault.text + JSON.stringify(body) })
  },
  async gzip({ work, response }) {
    const { status, body } = await work()
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify(body)))
  },
  async drip({ fault, work, response }) {
    const { status, body } = await work()
    response.writeHead(status, { 'content-type': 'application/json' })
    for (const letter of JSON.stringify(body ?? '')) {
      if (response.destroyed) return
      response.write(letter)
      await sleep(fault.everyMs)
    }
    response.end()
  },
  async huge({ work, response }) {
    await work()
    response.writeHead(200, { 'content-type': 'application/json' })
    await pipeline(megabytes(), response)
  },
  hang: () => undefined,
  refuse: ({ response }) => response.destroy(),
  answer: ({ fault, response }) => send(response, fault),
}

function* megabytes() {
  for (;;) yield ' '.repeat(1024 * 1024)
}
