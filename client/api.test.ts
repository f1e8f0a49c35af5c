// @store none
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApi } from './client.ts'
import { readRetryAfter } from './http.ts'

let server: Server | undefined

afterEach(() => {
  vi.unstubAllGlobals()
  server?.closeAllConnections()
  server?.close()
})

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** Starts a proxy that is out of order: it answers in turn as told, then with an article. Returns what it saw. */
async function startProxy(...answers: RequestListener[]) {
  const seen: Seen[] = []
  server = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: await text(request) })
    const answer = answers.shift() ?? say(200, { etag: '"2"' }, '{"id":"a","entries":[],"next":null}')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { seen, api: createApi(`http://127.0.0.1:${port}`, { token: 'bsk_1' }) }
}

const say =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
const page = (id: string, next: string | null) => say(200, {}, JSON.stringify({ entries: [{ id }], next }))
const now = { 'retry-after': '0' }
const hangUp: RequestListener = (request) => request.socket.destroy()
const breakOff: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '20' })
  response.write('{"id":', () => request.socket.destroy())
}

describe('a write', () => {
  test('is sent again with the same key and body, until there is an answer', async () => {
    const { api, seen } = await startProxy(
      hangUp,
      say(503, now),
      say(429, { 'retry-after': new Date().toUTCString() }),
      say(409, now, '{"code":"busy"}'),
    )
    const body = { title: 'Low water' }
    expect(await api.call('POST /v1/drafts', { body })).toMatchObject({ etag: '"2"', isRepeated: false })
    expect(seen).toHaveLength(5)
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(seen.every((each) => each.body === JSON.stringify(body))).toBe(true)
    await api.call('POST /v1/drafts', { body })
    expect(seen[5]?.headers['idempotency-key']).not.toBe(seen[0]?.headers['idempotency-key'])
  })

  test('is sent again when the connection breaks in the middle of the answer', async () => {
    const { api, seen } = await startProxy(breakOff)
    expect((await api.call('POST /v1/drafts', { body: {} })).etag).toBe('"2"')
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('has a key on a page without https, where browsers make no ids', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { api, seen } = await startProxy()
    await api.call('POST /v1/drafts', { body: {} })
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/)
  })

  test('names its version, its key and its query', async () => {
    const { api, seen } = await startProxy()
    const path = { articleId: 'a/b' }
    await api.call('PATCH /v1/articles/{articleId}', {
      path,
      body: { tags: [] },
      query: { merge: 'true' },
      ifMatch: '"1"',
      idempotencyKey: 'k',
    })
    expect(seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/v1/articles/a%2Fb?merge=true',
      headers: { 'if-match': '"1"', 'idempotency-key': 'k', authorization: 'Bearer bsk_1' },
    })
  })

  test('that is refused is told with its problem, and not sent again', async () => {
    const problem = {
      code: 'conflict',
      message: 'The same part was changed since.',
      errors: [{ field: 'title', message: 'Too long.' }],
      conflicts: [{ field: 'title', mine: 'A', theirs: 'B' }],
    }
    const { api, seen } = await startProxy(say(409, {}, JSON.stringify(problem)))
    const refused = api.call('POST /v1/drafts', { body: {} })
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'conflict', problem })
    await expect(refused).rejects.toMatchObject({ message: problem.message, errors: problem.errors })
    expect(seen).toHaveLength(1)
  })
})

test('a server that asks for more patience than allowed is not asked again', async () => {
  const { api, seen } = await startProxy(say(503, { 'retry-after': '3600' }, '<h1>Busy</h1>'))
  const refused = api.call('GET /v1/articles')
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'unexpected', retryAfterS: 3600 })
  expect(seen).toHaveLength(1)
})

test('a signal ends the wait for the next try', async () => {
  const { api } = await startProxy(say(503, { 'retry-after': '30' }))
  const stop = new AbortController()
  const asked = api.call('GET /v1/articles', { signal: stop.signal })
  server?.once('request', () => setImmediate(() => stop.abort(new Error('Enough.'))))
  await expect(asked).rejects.toThrow('Enough.')
})

test('a list is read page by page, and only as far as wanted', async () => {
  const { api, seen } = await startProxy(page('a', '1'), page('b', '2'), page('c', null))
  const ids: string[] = []
  for await (const { id } of api.entries('GET /v1/drafts', { query: { limit: 1 } })) {
    ids.push(id)
    if (id === 'b') break
  }
  expect(ids).toEqual(['a', 'b'])
  expect(seen.map(({ url }) => url)).toEqual(['/v1/drafts?limit=1', '/v1/drafts?limit=1&cursor=1'])
})

test.each(['', '.', '..'])('a part of a path that would lead elsewhere is refused: %j', async (tag) => {
  const { api, seen } = await startProxy()
  await expect(api.call('GET /v1/tags/{tag}', { path: { tag } })).rejects.toThrow('A path cannot have')
  expect(seen).toHaveLength(0)
})

test.each([
  ['12', 12],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
  ['Wed, 31 Dec 2025 23:59:30 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(seconds)
})
