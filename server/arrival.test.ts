import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { allowLongArrival, limitArrival } from './arrival.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Sends the beginning of a request to a server, which limits its arrival. Returns true once it is cut off. */
async function sendSlowly(isLarge: boolean) {
  let hasEnded = false
  const server = createServer((incoming, response) => {
    limitArrival(incoming)
    if (isLarge) allowLongArrival(incoming, response)
    incoming.on('error', () => {}) // it is cut off
    incoming.once('data', () => server.emit('begun'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const begun = once(server, 'begun')
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 10 } })
  const closed = new Promise((resolve) => sent.once('close', resolve)) // `once` would throw the error
  sent.on('error', () => (hasEnded = true))
  sent.write('x')
  await begun
  return {
    isCut: () => hasEnded,
    closed,
    close() {
      sent.destroy()
      server.close()
    },
  }
}

test.each([
  { what: 'a request', isLarge: false, allowedMs: 29_000, tooLateMs: 2000 },
  { what: 'a large file', isLarge: true, allowedMs: 3_590_000, tooLateMs: 20_000 },
])('$what that does not end is cut off in time', async ({ isLarge, allowedMs, tooLateMs }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const slow = await sendSlowly(isLarge)
  vi.advanceTimersByTime(allowedMs)
  await new Promise((resolve) => setImmediate(resolve))
  expect(slow.isCut()).toBe(false)
  vi.advanceTimersByTime(tooLateMs)
  await slow.closed
  expect(slow.isCut()).toBe(true)
  slow.close()
})
