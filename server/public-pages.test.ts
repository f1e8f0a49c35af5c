// A page in memory after the store was away: it is rendered again, and sent as it was if that fails.
// @store none
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PAGE_TAGS_HEADER } from '../app/platform/web/request-context.server.ts'
import { askAt } from '../tests/support/server.ts'
import { answerFromMemory, answerPublic, pages } from './public-pages.ts'

const site = {
  id: 'a',
  name: 'Harbour',
  description: '',
  origin: 'http://harbour.test',
  isMain: true,
  mainOrigin: 'http://harbour.test',
  profile: undefined,
}

let now: { status: number; text: string }

async function render() {
  const headers = new Headers({ [PAGE_TAGS_HEADER]: 'article:1' })
  return { status: now.status, headers, body: Buffer.from(now.text) }
}

const server = createServer((request, response) => {
  if (answerFromMemory(request, response, site)) return
  void answerPublic(request, response, { site, isDocument: true, pattern: '/article/:slug', render })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const HOUR_MS = 3_600_000

async function ask() {
  const { port } = server.address() as AddressInfo
  const { status, headers, body } = await askAt(port, '/article/tides')
  return { status, text: body, cache: headers['x-cache'], age: headers.age }
}

beforeEach(async () => {
  pages.drop('everything')
  now = { status: 200, text: 'High water at six.' }
  await ask()
  expect(await ask()).toMatchObject({ status: 200, cache: 'hit', age: undefined })
})

test('a page in doubt is rendered again', async () => {
  pages.doubt(Date.now() - HOUR_MS)
  now = { status: 200, text: 'High water at seven.' }
  expect(await ask()).toMatchObject({ text: 'High water at seven.', cache: 'miss' })
  expect(await ask()).toMatchObject({ text: 'High water at seven.', cache: 'hit', age: undefined })
})

test('a page in doubt is sent as it was, with its age, while it cannot be rendered', async () => {
  pages.doubt(Date.now() - HOUR_MS)
  pages.doubt(Date.now()) // it is not younger for being doubted again
  now = { status: 503, text: 'The store is away.' }
  for (let count = 0; count < 2; count += 1)
    expect(await ask()).toEqual({ status: 200, text: 'High water at six.', cache: 'stale', age: '3600' })
  now = { status: 200, text: 'High water at seven.' }
  expect(await ask()).toMatchObject({ text: 'High water at seven.', cache: 'miss' })
})

test.each([
  ['that a write made stale meanwhile', async () => pages.drop(['article:1'])],
  ['that is gone', () => askAfter({ status: 404, text: 'Not found.' })],
])('a page in doubt %s is not sent any more', async (_, happen) => {
  pages.doubt(Date.now() - HOUR_MS)
  await happen()
  expect(await askAfter({ status: 503, text: 'The store is away.' })).toMatchObject({
    status: 503,
    cache: 'miss',
  })
})

function askAfter(change: typeof now) {
  now = change
  return ask()
}
