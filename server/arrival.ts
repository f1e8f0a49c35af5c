import type { IncomingMessage, ServerResponse } from 'node:http'

const USUAL_ARRIVAL_MS = 30_000

/** The time in which a large file must have arrived: 512 MB in an hour are 1.2 Mbit/s. */
export const LONGEST_ARRIVAL_MS = 3_600_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes the connection of a request that has not arrived completely within 30 s. */
export function limitArrival(request: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding !== undefined || (length !== undefined && length !== '0'))
    closeAfter(request, USUAL_ARRIVAL_MS)
}

/** Gives a large file an hour to arrive, while it is being read: after its response, the usual limit is back. */
export function allowLongArrival(request: IncomingMessage, response: ServerResponse): void {
  closeAfter(request, LONGEST_ARRIVAL_MS)
  response.once('finish', () => closeAfter(request, USUAL_ARRIVAL_MS))
}

function closeAfter(request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request))
  if (request.complete) return
  const timer = setTimeout(() => request.complete || request.destroy(), ms).unref()
  timers.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}
