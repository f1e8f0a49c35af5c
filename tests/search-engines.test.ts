// The built product, with fakes of search engines that follow their documentation.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { type GoogleFake, startGoogleFake } from './support/google-fake.ts'
import { type IndexNowFake, startIndexNowFake } from './support/indexnow-fake.ts'
import { runJob } from './support/rows.ts'
import {
  addSite,
  type Answer,
  queryStore,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from './support/server.ts'
import { startWebSubFake, type WebSubFake } from './support/websub-fake.ts'
import { isDeep } from './support/tier.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'

let indexnow: IndexNowFake
let google: GoogleFake
let websub: WebSubFake
let server: TestServer
let cookie: string

beforeAll(async () => {
  ;[indexnow, google, websub] = await Promise.all([startIndexNowFake(), startGoogleFake(), startWebSubFake()])
  server = await startServer({
    DEMO: 'off',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'debug',
    INDEXNOW_URL: indexnow.url,
    GOOGLE_SERVICE_ACCOUNT: google.keyFile,
    GOOGLE_API_URL: google.url,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    WEBSUB_HUB_URL: websub.url,
  })
  await addSite(server, 'Harbour')
  google.properties.set(`${server.url}/`, 'siteOwner')
})
afterAll(async () => {
  await server.end()
  await Promise.all([indexnow, google, websub].map((engine) => engine.close()))
})
beforeEach(async () => {
  await queryStore(server, 'delete from page_changes')
  await queryStore(server, 'delete from notice_turns')
  await queryStore(server, 'delete from rate_limits')
  for (const engine of [indexnow, google, websub]) engine.requests.length = 0
  indexnow.taken.length = 0
  websub.feeds.length = 0
  ;({ cookie } = await signUp(server))
})

async function publish(title: string): Promise<void> {
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  const form = {
    draftId: uuidv7(),
    title,
    content: 'Six.',
    author: 'Ines',
    siteIds: [MAIN_SITE_ID, site?.id ?? ''],
  }
  expect((await server.ask('/publisher', { form, headers: { cookie } })).status).toBe(200)
}
const ping = (headers: Record<string, string> = {}) =>
  server.ask('/functions/v1/ping-search-engines', { method: 'POST', headers: { cookie, ...headers } })
const read = ({ body }: Answer) => JSON.parse(body) as Record<string, unknown>

async function findKey(): Promise<string> {
  await publish('For the key')
  await runJob(server, 'notify-engines')
  const [first] = indexnow.requests
  return (JSON.parse(first?.body ?? '{}') as { key: string }).key
}

describe('the key file', () => {
  test('is public on every site, but only at its own path', async () => {
    const key = await findKey()
    expect(key).toMatch(/^[\da-f]{32}$/)
    for (const host of ['localhost', 'harbour.localhost']) {
      const answer = await server.ask(`/${key}.txt`, { host })
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
      expect(answer.body.trim()).toBe(key)
    }
    for (const path of [`/${'0'.repeat(32)}.txt`, '/anything.txt', `/x/${key}.txt`, `/${key}`])
      expect(await server.ask(path)).toMatchObject({
        status: 404,
        body: expect.stringContaining('Page Not Found'),
      })
    expect((await server.ask('/robots.txt')).body).toContain('Sitemap:')
    expect((await server.ask('/llms.txt')).status).toBe(200)
  })
})

describe('a published article', () => {
  test('is in a notice to every engine, without a click', async () => {
    await publish('A tide by itself')
    expect(await runJob(server, 'notify-engines')).toBe('completed')
    expect(indexnow.taken).toEqual([`${server.url}/article/a-tide-by-itself`])
    expect(google.sitemaps.at(-1)).toEqual({
      property: `${server.url}/`,
      sitemap: `${server.url}/sitemap.xml`,
    })
    expect(websub.feeds.map(({ url }) => url.slice(server.url.length))).toEqual([
      '/feed.xml',
      '/feed.atom',
      '/feed.json',
    ])
    for (const { text } of websub.feeds) expect(text).toContain('A tide by itself')
  })

  test('that is independent on a hosted site is in a notice for that host, which has the key file', async () => {
    await queryStore(server, `update target_sites set copy_policy = 'independent' where kind = 'hosted'`)
    await publish('A tide of its own')
    await queryStore(server, `update target_sites set copy_policy = 'canonical' where kind = 'hosted'`)
    await runJob(server, 'notify-engines')
    const harbour = `http://harbour.localhost:${server.port}`
    expect(indexnow.taken.toSorted()).toEqual([
      `${harbour}/article/a-tide-of-its-own`,
      `${server.url}/article/a-tide-of-its-own`,
    ])
  })

  test.runIf(isDeep)('is in another notice after its process was killed during the first one', async () => {
    await publish('A tide that is cut off')
    indexnow.failNext({ kind: 'delay', ms: 5000 })
    const killed = expect
      .poll(() => indexnow.taken.length, { timeout: 20_000 })
      .toBe(1)
      .then(() => server.kill())
    await queryStore(server, `insert into pgboss.job (name) values ('notify-engines')`)
    await killed
    server = await startAgain(server)
    expect(await queryStore(server, 'select id from page_changes')).toHaveLength(1)
    await queryStore(server, 'delete from notice_turns')
    await runJob(server, 'notify-engines')
    const url = `${server.url}/article/a-tide-that-is-cut-off`
    expect(indexnow.taken).toEqual([url, url])
    expect(await queryStore(server, 'select id from page_changes')).toEqual([])
  })
})

describe('ping-search-engines', () => {
  test('returns the reply of each engine, and sends the next notice only after ten minutes', async () => {
    await publish('A tide right now')
    const answer = await ping()
    expect(answer.status).toBe(200)
    expect(read(answer)).toMatchObject({
      message: 'Successfully pinged Google and Bing!',
      engines: [
        { engine: 'indexnow', status: 'accepted', addresses: 1, detail: 'IndexNow has taken the notice.' },
        { engine: 'google', status: 'accepted', addresses: 1 },
        { engine: 'websub', status: 'accepted', addresses: 1 },
      ],
    })
    const next = await ping()
    expect(next.status).toBe(429)
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(590)
    expect(read(next).message).toMatch(/can be notified again in 10 minutes/)
    expect(indexnow.requests).toHaveLength(1)
  })

  test('sends one notice for a hundred calls', async () => {
    await publish('A tide often told')
    const answers = await Promise.all(Array.from({ length: 100 }, () => ping()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(99)
    expect(indexnow.requests).toHaveLength(1)
  })

  test('names the engine that refused the notice, and the reason', async () => {
    await publish('A tide refused')
    indexnow.failNext({ kind: 'answer', status: 403, body: 'Forbidden' })
    const answer = await ping()
    expect(answer).toMatchObject({ status: 502, headers: { 'content-type': 'application/problem+json' } })
    expect(read(answer)).toMatchObject({
      code: 'not_accepted',
      message: 'Failed to ping search engines. Please try again.',
      engines: [{ engine: 'indexnow', status: 'failed' }, { status: 'accepted' }, { status: 'accepted' }],
    })
    expect(read(answer).description).toContain('did not find the key file')
  })

  test('returns the run immediately if the request prefers that', async () => {
    await publish('A tide later')
    const answer = await ping({ prefer: 'respond-async' })
    expect(answer).toMatchObject({ status: 202 })
    expect(read(answer)).toMatchObject({ kind: 'notice', total: 3 })
    expect(answer.headers.location).toBe(`/functions/v1/runs/${String(read(answer).id)}`)
  })
})

describe('feeds', () => {
  test('name the hub and their own URL, in their text and in their headers', async () => {
    for (const file of ['feed.xml', 'feed.atom', 'feed.json']) {
      const { headers, body } = await server.ask(`/${file}`)
      expect(headers.link).toBe(`<${websub.url}>; rel="hub", <${server.url}/${file}>; rel="self"`)
      expect(body).toContain(websub.url)
    }
    const { headers, body } = await server.ask('/author/Ines/feed.xml')
    expect(headers.link).toBeUndefined()
    expect(body).not.toContain(websub.url)
  })
})

test('no key and no token of Google is in the log, in a response or in an export', async () => {
  await publish('A tide with secrets')
  google.settings.isKeyDeleted = true
  const answers = [await ping()]
  google.settings.isKeyDeleted = false
  answers.push(await server.ask('/seo-dashboard/notices', { headers: { cookie } }))
  answers.push(await server.ask('/account/export', { headers: { cookie } }))
  const seen = [server.output(), ...answers.map(({ body }) => body)].join('\n')
  expect(seen).toContain('does not accept the key of the service account')
  expect(google.tokens.size).toBeGreaterThan(0)
  for (const secret of [
    ...google.tokens,
    google.privateKey.slice(40, 90),
    'PRIVATE KEY',
    'eyJhbGciOiJSUzI1NiI',
  ])
    expect(seen.includes(secret), secret).toBe(false)
})
