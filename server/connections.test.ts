import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { answerLimited } from './connections.ts'

const MAXIMUM = 6

const sockets: Socket[] = []
const waiting: ServerResponse[] = []
const server = createServer()
answerLimited(
  server,
  (request, response) => (request.url === '/slow' ? waiting.push(response) : response.end('here')),
  MAXIMUM,
)

/** Opens a connection from an address of this machine. */
async function open(from: string): Promise<Socket> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => {}) // the server may close it
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  return socket
}

async function openMany(count: number, from: string): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < count; index += 1) opened.push(await open(from))
  return opened
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  return String((await once(socket, 'data'))[0])
}

const untilClosed = (socket: Socket) => once(socket.resume(), 'close')

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  server.removeAllListeners('listening')
})

test('a network with the most connections loses its own', async () => {
  const [first] = await openMany(1, '127.0.0.3')
  const many = await openMany(MAXIMUM - 1, '127.0.0.2')
  const lost = Promise.all(many.slice(0, 2).map(untilClosed))
  const visitors = await openMany(2, '127.0.0.4')
  await lost
  for (const socket of [first, ...visitors, ...many.slice(2)])
    expect(socket && (await ask(socket))).toContain('here')
})

test('the idlest connection is closed first, and before it those without a request', async () => {
  const own = await openMany(MAXIMUM, '127.0.0.2')
  for (const socket of own.toSpliced(3, 1).toReversed()) await ask(socket)
  const [silent, idlest] = [own[3], own[5]].map((socket) => socket && untilClosed(socket))
  const newer = await open('127.0.0.2')
  await silent
  await ask(newer)
  await open('127.0.0.2')
  await idlest
  for (const socket of [newer, ...own.slice(0, 3)]) expect(socket && (await ask(socket))).toContain('here')
})

test('a connection whose response is not complete is not closed', async () => {
  const [busy, ...others] = await openMany(MAXIMUM, '127.0.0.2')
  busy?.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await expect.poll(() => waiting.length).toBe(1)
  for (const socket of others) await ask(socket)
  const lost = others[0] && untilClosed(others[0])
  await open('127.0.0.2')
  await lost
  waiting[0]?.end('at last')
  expect(String((await once(busy as Socket, 'data'))[0])).toContain('at last')
})
