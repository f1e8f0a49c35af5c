// @store none
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from './address-check.ts'
import { env } from './env.server.ts'
import { OutboundError, type Resolve, safeFetch } from './outbound.server.ts'

/** The IP addresses to which a connection was tried. */
let attempts: string[] = []
const watch = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (ip: string) => attempts.push(ip))
}
beforeEach(() => {
  attempts = []
  subscribe('net.client.socket', watch)
})
afterEach(() => {
  unsubscribe('net.client.socket', watch)
  env.OUTBOUND_ALLOW.clear()
})

const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundError ? error.reason : error),
  )

const answering =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const FORBIDDEN_V4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1.2.3',
  '169.254.169.254',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
]
const FORBIDDEN_V6 = [
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'ff05::2',
]

describe('an address of a private network gets no request', () => {
  test.each([
    ...FORBIDDEN_V4.map((ip) => `https://${ip}/`),
    ...FORBIDDEN_V6.map((ip) => `https://[${ip}]/`),
    // Other spellings of such addresses, as the URL standard reads them.
    'https://2130706433/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://127.0.0.1./',
    'https://①②⑦.⓪.⓪.①/',
    'https://1②7.0.0.1/',
    'https://127。0。0。1/',
    'https://0/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://169.254.43518/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://%31%32%37.0.0.1/',
  ])('%s', async (address) => {
    expect(await reasonOf(safeFetch(address))).toBe('address-forbidden')
    expect(attempts).toEqual([])
  })

  test.each([...FORBIDDEN_V4, ...FORBIDDEN_V6])('not even by a name that leads to %s', async (ip) => {
    expect(await reasonOf(safeFetch('https://name.example/', {}, answering(ip)))).toBe('name-private')
    expect(attempts).toEqual([])
  })

  test('not even by a name that leads to a public one as well, in any order', async () => {
    for (const ips of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['2606:4700::1111', '::1'],
    ])
      expect(await reasonOf(safeFetch('https://name.example/', {}, answering(...ips)))).toBe('name-private')
    expect(attempts).toEqual([])
  })

  test('not even by a name that led to a public one before', async () => {
    const answers = [['8.8.8.8', '127.0.0.1'], ['127.0.0.1']]
    for (const ips of answers)
      expect(await reasonOf(safeFetch('https://rebinding.example/', {}, answering(...ips)))).toBe(
        'name-private',
      )
    expect(attempts).toEqual([])
  })

  test('not even by the names of this machine', async () => {
    for (const name of ['localhost', 'localhost.', 'LOCALHOST', 'a.localhost'])
      expect(['name-private', 'name-unknown']).toContain(await reasonOf(safeFetch(`https://${name}/`)))
    expect(attempts).toEqual([])
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '192.167.1.1',
  '192.169.1.1',
  '169.253.1.1',
  '11.0.0.1',
  '126.0.0.1',
  '128.0.0.1',
  '223.255.255.1',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001::1',
  '2620:fe::fe',
])('%s is a public address', (ip) => expect(isPublicAddress(ip)).toBe(true))

test.each([
  'http://8.8.8.8/',
  'https://8.8.8.8:22/',
  'https://8.8.8.8:25/',
  'https://8.8.8.8:6379/',
  'https://user@8.8.8.8/',
  'https://user:secret@8.8.8.8/',
  'https://8.8.8.8\\@evil.example/',
  'https://8.8.8.8/\n',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//8.8.8.8/',
  'https://',
  '',
])('an address of the wrong kind gets no request: %j', async (address) => {
  expect(await reasonOf(safeFetch(address))).toBe('address-wrong')
  expect(attempts).toEqual([])
})

describe('an address that OUTBOUND_ALLOW names', () => {
  let server: Server | undefined
  afterEach(() => server?.close())

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    env.OUTBOUND_ALLOW.add(`127.0.0.1:${port}`)
    return `http://127.0.0.1:${port}`
  }

  test('gets a request, over plain http too, and its response is returned', async () => {
    const url = await serve((request, response) => {
      request.resume()
      response.writeHead(201, { 'content-type': 'text/plain', 'x-asked': request.method }).end('made')
    })
    const answer = await safeFetch(url, { method: 'POST', body: 'text', headers: { 'x-own': '1' } })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-asked': 'POST' } })
    expect(answer.body.toString()).toBe('made')
  })

  test('is allowed on this port only', async () => {
    const url = await serve((_request, response) => response.end())
    env.OUTBOUND_ALLOW.clear()
    env.OUTBOUND_ALLOW.add('127.0.0.1:1')
    expect(await reasonOf(safeFetch(url))).toBe('address-wrong')
  })

  test('leads nowhere else: a redirect is returned, not followed', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    )
    expect((await safeFetch(url)).status).toBe(302)
    expect(attempts).toEqual(['127.0.0.1'])
  })

  test.each([
    ['answer-too-large', (response: Parameters<RequestListener>[1]) => response.end('x'.repeat(70_000))],
    [
      'answer-encoded',
      (response: Parameters<RequestListener>[1]) => response.setHeader('content-encoding', 'gzip').end('x'),
    ],
    ['timeout', () => {}],
    ['timeout', (response: Parameters<RequestListener>[1]) => response.write('slow')],
    ['unreachable', (response: Parameters<RequestListener>[1]) => response.destroy()],
  ])('with a bad response fails with the reason %s', async (reason, answer) => {
    const url = await serve((_request, response) => void answer(response))
    expect(await reasonOf(safeFetch(url, { timeoutMs: 300 }))).toBe(reason)
    server?.closeAllConnections()
  })

  test('has two connections at most', async () => {
    let open = 0
    let most = 0
    const url = await serve((_request, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.end()
      }, 20)
    })
    await Promise.all(Array.from({ length: 10 }, () => safeFetch(url)))
    expect(most).toBe(2)
  })

  test('answers although many others keep their connections open', async () => {
    const servers = Array.from({ length: 30 }, () => createServer((_request, response) => response.end()))
    for (const each of servers) {
      await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
      const host = `127.0.0.1:${(each.address() as AddressInfo).port}`
      env.OUTBOUND_ALLOW.add(host)
      expect((await safeFetch(`http://${host}`, { timeoutMs: 2000 })).status).toBe(200)
    }
    for (const each of servers) each.close()
  })

  test('without HTTP is unreachable', async () => {
    const plain = createTcpServer((socket) => socket.end('hello\r\n'))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as AddressInfo
    env.OUTBOUND_ALLOW.add(`127.0.0.1:${port}`)
    expect(await reasonOf(safeFetch(`http://127.0.0.1:${port}`))).toBe('unreachable')
    plain.close()
  })
})
